export { textos } from '../pt/consumo.ts';
