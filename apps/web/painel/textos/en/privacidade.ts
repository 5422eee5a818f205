export { textos } from '../pt/privacidade.ts';
