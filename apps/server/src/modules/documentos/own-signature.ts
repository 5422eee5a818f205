import { rule } from '@rubrica/contract';
import type { Handlers, MemberPart } from '../../core/call.ts';
import { conflict, found } from '../../core/problem.ts';
import type { Columns } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import type { DocumentosDeps } from './deps.ts';
import { transition } from './estado.ts';
import { issueLink, livingPanelLink, noteHandedOut, rowsOfPerson } from './links.ts';
import { sameCase } from './people.ts';
import type { DocumentoRow, SignatarioRow } from './rows.ts';
import { whoseTurn } from './signing-order.ts';
import { listSignatarios, lockTogether } from './store.ts';

/** A member of the organization who is also a signer signs from the panel (docs/adr/0075). */
export function ownSignatureHandlers(deps: DocumentosDeps): Handlers<'abrirMinhaAssinatura'> {
  return {
    abrirMinhaAssinatura: (call) =>
      call.write(async (tx) => {
        const { documentoId, signatarioId } = call.params;
        const documento = found((await lockTogether(tx, documentoId))[0]);
        const signatarios = await listSignatarios(tx, documento.id);
        const signatario = found(signatarios.find(({ id }) => id === signatarioId));
        call.authorize();
        await refuseStrangers(tx, call, signatario);
        transition(documento, 'RESEND', tx.now);
        if (!whoseTurn(documento.ordenado, signatarios).includes(signatario)) throw conflict(rule('resendNotTheirs'));
        const link = await panelLink(tx, deps, documento, signatario);
        await noteHandedOut(tx, call.origin, link, await rowsOfPerson(tx, documento, signatario));
        return { body: { url: deps.tokens.urlOf(link) } };
      }),
  };
}

/**
 * The link is for the account whose address is the signer's. That the address is confirmed the operation's standing says;
 * what goes by SMS belongs to a telephone, which no account proves.
 * @throws 409 CONFLITO
 */
async function refuseStrangers(
  tx: Tx,
  { actor }: Pick<MemberPart, 'actor'>,
  { email, metodo_entrega }: SignatarioRow,
): Promise<void> {
  const [account] = await tx.sql<
    Columns<'usuario', 'email'>[]
  >`select email from usuario where id = ${actor.usuarioId}`;
  if (!account || email === null || sameCase(account.email) !== sameCase(email)) {
    throw conflict(rule('signatureNotYours'));
  }
  if (metodo_entrega !== 'EMAIL' && metodo_entrega !== 'LINK') throw conflict(rule('signatureBySms'));
}

/**
 * The link that this person was given in the panel, a new one the first time. It is not the mailed one, so it proves nothing
 * by being opened: EMAIL takes a code, as with any link that is handed out.
 */
async function panelLink(
  tx: Tx,
  { tokens }: DocumentosDeps,
  documento: DocumentoRow,
  signatario: SignatarioRow,
): Promise<string> {
  const known = await livingPanelLink(tx, signatario.id);
  if (known !== null && tokens.knows(known)) return known;
  return issueLink(tx, tokens, documento, { ...signatario, metodo_entrega: 'LINK' }, 'PAINEL');
}
