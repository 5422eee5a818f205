import { OTP_TTL_MS } from '@rubrica/contract';
import type { ScopedPayload } from '../../../core/outbox.ts';
import { DeliveryRefused } from '../../../core/ports.ts';
import type { Row } from '../../../core/row.ts';
import { scopeOf } from '../../../core/scope.ts';
import type { Database, Tx } from '../../../core/sql.ts';
import { answersTo, type DocumentoRow, listSignatarios, lockDocumentos, readSender } from '../../documentos/index.ts';
import { type About, type Messenger, renderCode, renderCodeSms } from '../../mensagens/index.ts';
import type { Codes } from './code-digits.ts';
import { type CodeRow, countDispatch, digitsToSend, tellDispatch } from './codes.ts';

/** A code with the name that the first of its documents was sent under, and where its answers go as they say. */
type SentCode = CodeRow & Row<'documento', Pick<DocumentoRow, 'remetente' | 'responder_para'>>;

async function findCode({ sql, here }: Tx, id: string): Promise<SentCode | undefined> {
  const [code] = await sql<SentCode[]>`
    select c.id, c.fator, c.destino, c.criado_em, c.expira_em, c.encerrado_em, c.lugares, c.contado_em,
           (select d.remetente
              from documento d
             where d.id = (c.lugares -> 0 ->> 'documentoId')::uuid and ${here('d')}) as remetente,
           (select d.responder_para
              from jsonb_array_elements(c.lugares) with ordinality as l (lugar, posicao)
              join documento d on d.id = (l.lugar ->> 'documentoId')::uuid and ${here('d')}
             where d.responder_para is not null
             order by l.posicao
             limit 1) as responder_para
      from codigo_otp c
     where c.id = ${id} and ${here('c')}`;
  return code;
}

/** By the signer as now known, in their language; the place of one who was removed meanwhile says nobody any more. */
async function digitsOf(tx: Tx, codes: Codes, { id, lugares: [place] }: CodeRow) {
  const signers = place ? await listSignatarios(tx, place.documentoId) : [];
  const signer = signers.find((one) => one.id === place?.signatarioId);
  return { digits: signer ? digitsToSend(tx, codes, id, signer) : codes.digitsOf(id), idioma: signer?.idioma };
}

const aboutCode = ({ lugares }: CodeRow, codigo: string): About => ({
  tipo: 'CODIGO',
  documentos: lugares.map(({ documentoId }) => documentoId),
  signatarioId: lugares[0]?.signatarioId ?? null,
  codigo,
});

/** Sends a queued code and records the outcome. A code that is used up, voided or too old is no longer sent. */
export function createCodeSender(deps: { db: Database; messenger: Messenger; codes: Codes }) {
  return async (payload: ScopedPayload): Promise<void> => {
    const scope = scopeOf(payload.organizacaoId, payload.ambiente);
    const prepared = await deps.db.read(scope, async (tx) => {
      const code = await findCode(tx, payload.id);
      if (!code || code.encerrado_em || code.expira_em <= tx.now) return null;
      return { code, sender: await readSender(tx, code), ...(await digitsOf(tx, deps.codes, code)) };
    });
    if (!prepared) return;
    const { code, sender, digits, idioma } = prepared;
    const replyTo = answersTo(sender, [code]);
    const about = aboutCode(code, digits);
    const message = {
      sender: sender.shown,
      codigo: digits,
      minutes: OTP_TTL_MS / 60_000,
      teste: scope.ambiente === 'TESTE',
    };
    let accepted = true;
    try {
      if (code.fator === 'SMS_OTP') {
        const text = renderCodeSms(message, idioma);
        await deps.messenger.sms(scope, { to: code.destino, text, messageId: code.id }, about);
      } else {
        await deps.messenger.mail(
          scope,
          {
            to: code.destino,
            ...renderCode(message, idioma),
            messageId: code.id,
            fromName: sender.nomeRemetente,
            ...(replyTo ? { replyTo } : {}),
          },
          { about },
        );
      }
    } catch (error) {
      if (!(error instanceof DeliveryRefused)) throw error;
      accepted = false;
    }
    await deps.db.write(scope, (tx) => recordDispatch(tx, code, accepted));
  };
}

/** In every document for which the code counts, even if its signer was removed meanwhile: the message was sent. */
async function recordDispatch(tx: Tx, sent: CodeRow, accepted: boolean): Promise<void> {
  const documentos = await lockDocumentos(
    tx,
    sent.lugares.map((place) => place.documentoId),
  );
  const locked = new Set(documentos.map(({ id }) => id));
  // Read after taking the locks: the answer may have arrived first and recorded the dispatch.
  const code = await findCode(tx, sent.id);
  if (code) await tellDispatch(tx, code, accepted, locked);
  if (accepted) await countDispatch(tx, sent);
}
