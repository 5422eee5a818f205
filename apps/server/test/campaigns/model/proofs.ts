import {
  type Authenticator,
  type Documento,
  type Factor,
  type Guesses,
  type Link,
  type Model,
  missing,
  note,
  required,
  type Signatario,
} from './model.ts';

/** What people prove, with what, and how often they may be wrong. */

/** Fulfils a factor; the act that fulfils the last one authenticates. */
export function fulfil(model: Model, documento: Documento, signatario: Signatario, fator: Factor, link: Link): void {
  if (!required(documento, signatario).includes(fator) || signatario.fulfilled.has(fator)) return;
  signatario.fulfilled.add(fator);
  if (fator === 'EMAIL') signatario.emailBy = link;
  note(documento, 'FATOR_CUMPRIDO', signatario, fator);
  if (missing(documento, signatario).length > 0 || signatario.authenticated) return;
  signatario.authenticated = true;
  model.tell('signer.authenticated', documento, signatario);
  note(documento, 'SIGNATARIO_AUTENTICADO', signatario);
}

/** Whether an authenticator enrolled through this link is kept for the signer's e-mail, and not for the signer alone. */
export const keptForEmail = ({ email, fulfilled, emailBy }: Signatario, link: Link): boolean =>
  email !== null && fulfilled.has('EMAIL') && (emailBy === link || (link.canal === 'EMAIL' && link.destino === email));

/** The authenticator a signer answers with: an enrolled one, else what was offered to whoever holds this link. */
export function authenticatorOf(model: Model, signatario: Signatario, link: Link): Authenticator | undefined {
  const kept = model.authenticators.get(signatario.email ?? '');
  const own = model.ownAuthenticators.get(signatario.id);
  return [kept, own].find((one) => one?.confirmed) ?? (keptForEmail(signatario, link) ? kept : own);
}

/** Wrong answers to what a factor of a signer guesses at, which others may be guessing at too. */
export function guessesAt(model: Model, signatario: Signatario, fator: Factor, link: Link): Guesses {
  const { email, telefone, pessoais } = signatario;
  const guessed = {
    EMAIL: email,
    SMS_OTP: telefone,
    DADOS_PESSOAIS: pessoais?.cpf,
    TOTP: authenticatorOf(model, signatario, link)?.secret,
  }[fator];
  const key = `${fator} ${guessed}`;
  const known = model.guesses.get(key) ?? { failures: 0, restsUntil: 0 };
  model.guesses.set(key, known);
  return known;
}
