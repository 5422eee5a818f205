import { defineModule } from '../../core/module.ts';
import { clientesHandlers } from './routes.ts';

export const clientes = defineModule({ handlers: clientesHandlers });

export { fillFromRegistry, heldClientes, holdClientes } from './fill.ts';
export { presentCliente } from './present.ts';
export { deleteClientes, findOfSubject } from './store.ts';
