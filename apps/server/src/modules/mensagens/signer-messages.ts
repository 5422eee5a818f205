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
import type { Rendered } from './frame.ts';
import * as outcome from './outcome-texts.ts';
import * as portuguese from './texts.ts';

/** Messages to signers, each in the language its reader chose; null is Portuguese. */

type Chosen = Idioma | null | undefined;

export const renderInvitation = (input: portuguese.Invitation, idioma?: Chosen): Rendered =>
  isForeign(idioma) ? renderForeignInvitation(idioma, input) : portuguese.renderInvitation(input);

export const renderInvitationSms = (input: portuguese.Invitation, idioma?: Chosen): string =>
  isForeign(idioma) ? renderForeignInvitationSms(idioma, input) : portuguese.renderInvitationSms(input);

export const renderCode = (input: portuguese.CodeMessage, idioma?: Chosen): Rendered =>
  isForeign(idioma) ? renderForeignCode(idioma, input) : portuguese.renderCode(input);

export const renderCodeSms = (input: portuguese.CodeMessage, idioma?: Chosen): string =>
  isForeign(idioma) ? renderForeignCodeSms(idioma, input) : portuguese.renderCodeSms(input);

/** The authenticator that somebody confirmed who they are with was removed. */
export const renderAuthenticatorForgotten = (input: portuguese.ForgottenAuthenticator, idioma?: Chosen): Rendered =>
  isForeign(idioma) ? renderForeignForgotten(idioma, input) : portuguese.renderAuthenticatorForgotten(input);

/** How the documents somebody was asked to sign ended. */
export const renderSignerNotice = (input: outcome.SignerNotice, idioma?: Chosen): Rendered =>
  isForeign(idioma) ? renderForeignNotice(idioma, input) : outcome.renderSignerNotice(input);
