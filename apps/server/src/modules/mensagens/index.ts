import { defineModule } from '../../core/module.ts';
import { mensagensHandlers } from './routes.ts';

export const mensagens = defineModule({ handlers: mensagensHandlers });

export { type Sample, sampleMessages } from './amostras.ts';
export { createMessenger, type Messenger } from './messenger.ts';
export { type Rendered, readableDate, type Sender } from './moldura.ts';
export {
  type Invitation,
  renderAuthenticatorForgotten,
  renderCode,
  renderCodeSms,
  renderInvitation,
  renderInvitationSms,
} from './textos.ts';
export {
  type AboutOrganization,
  type AccountNotice,
  type MemberInvitation,
  type OrganizationNotice,
  renderAccountNotice,
  renderEmailConfirmation,
  renderMemberInvitation,
  renderOrganizationNotice,
  renderPasswordRecovery,
} from './textos-conta.ts';
export { type ContactMessage, renderContact } from './textos-contato.ts';
export {
  type EndedDocument,
  type FileHashes,
  type Outcome,
  type OwnedDocument,
  type OwnerNotice,
  renderOwnerNotice,
  renderSignerNotice,
  type SignerNotice,
} from './textos-desfecho.ts';
export { renderWebhookDesativado, type WebhookDesativado } from './textos-webhook.ts';
