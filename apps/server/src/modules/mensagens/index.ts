import { defineModule } from '../../core/module.ts';
import { mensagensHandlers } from './routes.ts';

export const mensagens = defineModule({ handlers: mensagensHandlers });

export {
  type AboutOrganization,
  type AccountNotice,
  type MemberInvitation,
  type OrganizationNotice,
  renderAccountNotice,
  renderEmailConfirmation,
  renderLogHead,
  renderMemberInvitation,
  renderOrganizationNotice,
  renderPasswordRecovery,
} from './account-texts.ts';
export {
  type EmailChangeNotice,
  renderAddressTaken,
  renderEmailChange,
  renderEmailChangeNotice,
} from './address-texts.ts';
export { type ContactMessage, renderContact } from './contact-texts.ts';
export { type PassedDocument, renderDelegationNotice } from './delegation-texts.ts';
export { renderFormConfirmation } from './form-texts.ts';
export { type FormWarning, renderFormWarning } from './form-warning-texts.ts';
export { type Rendered, readableDate, type Sender } from './frame.ts';
export { createMailbox } from './mailbox.ts';
export { type About, createMessenger, type Messenger } from './messenger.ts';
export { mailNotice } from './notice.ts';
export {
  type EndedDocument,
  type FileHashes,
  type Outcome,
  type OwnedDocument,
  type OwnerNotice,
  renderOwnerNotice,
  type SignerNotice,
} from './outcome-texts.ts';
export { type Sample, sampleMessages } from './samples.ts';
export {
  renderAuthenticatorForgotten,
  renderCode,
  renderCodeSms,
  renderInvitation,
  renderInvitationSms,
  renderSignerNotice,
} from './signer-messages.ts';
export type { Invitation } from './texts.ts';
export { type DeactivatedWebhook, renderWebhookDeactivated } from './webhook-texts.ts';
