import type { Idioma } from '@rubrica/contract';
import {
  renderForeignCode,
  renderForeignCodeSms,
  renderForeignForgotten,
  renderForeignInvitation,
  renderForeignInvitationSms,
  renderForeignNotice,
} from './foreign-texts.ts';
import { isForeign } from './foreign-words.ts';
import type { Rendered, Sender } from './frame.ts';
import * as outcome from './outcome-texts.ts';
import * as portuguese from './texts.ts';

/** Messages to signers, each in the language its reader chose; null is Portuguese. */

type Chosen = Idioma | null | undefined;

export const renderInvitation = (input: portuguese.Invitation, idioma?: Chosen): Rendered =>
  isForeign(idioma) ? renderForeignInvitation(idioma, input) : portuguese.renderInvitation(input);

export const renderInvitationSms = (input: portuguese.Invitation, idioma?: Chosen): string =>
  isForeign(idioma) ? renderForeignInvitationSms(idioma, input) : portuguese.renderInvitationSms(input);

/** The digits that prove a mailbox. @param minutes for how long they are good */
export const renderCode = (sender: Sender, codigo: string, minutes: number, idioma?: Chosen): Rendered =>
  isForeign(idioma)
    ? renderForeignCode(idioma, sender, codigo, minutes)
    : portuguese.renderCode(sender, codigo, minutes);

export const renderCodeSms = (sender: Sender, codigo: string, minutes: number, idioma?: Chosen): string =>
  isForeign(idioma)
    ? renderForeignCodeSms(idioma, sender, codigo, minutes)
    : portuguese.renderCodeSms(sender, codigo, minutes);

/** The authenticator that somebody confirmed who they are with was removed. */
export const renderAuthenticatorForgotten = (input: portuguese.ForgottenAuthenticator, idioma?: Chosen): Rendered =>
  isForeign(idioma) ? renderForeignForgotten(idioma, input) : portuguese.renderAuthenticatorForgotten(input);

/** How the documents somebody was asked to sign ended. */
export const renderSignerNotice = (input: outcome.SignerNotice, idioma?: Chosen): Rendered =>
  isForeign(idioma) ? renderForeignNotice(idioma, input) : outcome.renderSignerNotice(input);
