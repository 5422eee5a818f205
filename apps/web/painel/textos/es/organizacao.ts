export { textos } from '../pt/organizacao.ts';
