export { createContactSender, SEND_CONTACT } from './entregar.ts';
export { contatosHandlers } from './routes.ts';
