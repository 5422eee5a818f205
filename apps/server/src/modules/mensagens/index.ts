export { escapeHtml, type Html, html } from './html.ts';
export { createMessenger, type Messenger } from './messenger.ts';
export { mensagensHandlers } from './routes.ts';
export {
  type Invitation,
  type Rendered,
  readableDate,
  renderCode,
  renderCodeSms,
  renderInvitation,
  renderInvitationSms,
  type Sender,
} from './textos.ts';
