import { defineModule } from '../../core/module.ts';
import { oauthHandlers } from './routes.ts';
import { sweeps } from './sweeps.ts';

export const oauth = defineModule({ handlers: oauthHandlers, sweeps });

export { type Leitura, lerPedido, type Parametros, type PedidoDeAutorizacao } from './autorizar.ts';
export {
  consentir,
  createProvaDeConsentimento,
  type ProvaDeConsentimento,
  podeConsentir,
  recusarConsentimento,
} from './consentir.ts';
export { ESCOPOS_EM_PALAVRAS } from './escopos.ts';
export {
  type ClienteRegistrado,
  listarClientes,
  listarConcessoes,
  registrarCliente,
  revogarCliente,
  revogarConcessao,
} from './registro.ts';
