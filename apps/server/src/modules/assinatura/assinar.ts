import { randomUUID } from 'node:crypto';
import { type AssinaturaConcluida, rule, takesPicture } from '@rubrica/contract';
import { formatCpf } from '@rubrica/contract/brazil';
import type { Source } from '../../core/actor.ts';
import { conflict, refuseInvalid } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { type Act, recordAct, recordEvent } from '../auditoria/index.ts';
import { COMPLETION_JOB_DELAY_MS, certificados } from '../certificados/index.ts';
import { meter } from '../consumo/index.ts';
import {
  checkDrawable,
  emitDocumentEvent,
  eventSigner,
  insertInto,
  inviteWhoseTurn,
  isPending,
  type LinkTokens,
  listSignatarios,
  transition,
  updateDocumento,
  updateSignatario,
} from '../documentos/index.ts';
import { bindSignature } from './binding.ts';
import {
  type Entry,
  isFulfilled,
  isTheirTurn,
  loadSession,
  openEntries,
  personOf,
  placeOfAct,
  requireAuthenticated,
  type SigningSession,
  signerOrigin,
} from './sessao.ts';
import { type FilledField, fillFields, type GivenSignature } from './valores.ts';

export interface SigningDeps {
  readonly tokens: LinkTokens;
  readonly undrawable: (text: string) => string[];
}

/** The answer to signing, before what of it is made after the commit: receipts, and how documents that were completed stand. */
export type Signed = Omit<AssinaturaConcluida, 'recibo' | 'documentos'> & {
  readonly documentos: (Omit<AssinaturaConcluida['documentos'][number], 'recibo'> & { readonly act: Act })[];
};

/** What prevents signing, in the order in which a person meets it. */
function refuseUnlessReady(session: SigningSession, entries: readonly Entry[]): void {
  const person = personOf(session);
  if (openEntries(session).length === 0) {
    throw conflict(rule(person.status === 'ASSINADO' ? 'alreadySigned' : 'nothingToSign'));
  }
  requireAuthenticated(session);
  if (entries.length === 0) throw conflict(rule('notYourTurn'));
  if (entries.some(({ signatario }) => signatario.leitura_concluida_em === null)) {
    throw conflict(rule('readBeforeSigning'));
  }
  if (entries.some(({ signatario }) => signatario.aceito_em === null)) {
    throw conflict(rule('acceptBeforeSigning'));
  }
}

/**
 * The fields that take a picture from whoever may sign now. Whatever `assinar` would refuse in any case is refused
 * here.
 * @throws like `assinar`
 */
export async function pictureFields(tx: Tx, linkId: string): Promise<ReadonlySet<string>> {
  const session = await loadSession(tx, linkId, 'read');
  const entries = dueEntries(session);
  refuseUnlessReady(session, entries);
  return new Set(entries.flatMap(({ campos }) => campos.filter(({ tipo }) => takesPicture(tipo)).map(({ id }) => id)));
}

/**
 * The documents of an envelope whose turn it is; waiting for the others could leave two people waiting for each other.
 */
const dueEntries = (session: SigningSession): Entry[] => openEntries(session).filter(isTheirTurn);

/**
 * Signs every open document of the link in one transaction: values, evidence, trail, event and metering. Then the next
 * signers are invited or, after the last signature, completion is queued.
 * @throws 400, 403 AUTENTICACAO_INCOMPLETA, 409 (already signed, out of turn, not read, not accepted), 410
 * @returns the response, and the documents now waiting for completion
 */
export async function assinar(
  tx: Tx,
  deps: SigningDeps,
  linkId: string,
  source: Source,
  given: GivenSignature,
): Promise<{ answer: Signed; complete: string[] }> {
  const session = await loadSession(tx, linkId, 'lock');
  const entries = dueEntries(session);
  refuseUnlessReady(session, entries);
  const person = personOf(session);
  const corrects = Object.keys(given.dados).length > 0;
  if (corrects && entries.some(({ signatario }) => signatario.travar_dados)) {
    throw conflict(rule('dataLocked'));
  }
  refuseOtherCpf(session, given.dados.cpf);

  const results = entries.map((entry) => {
    const { nome, email, cpf } = entry.signatario;
    const signer = { nome: given.dados.nome ?? nome ?? person.nome, email, cpf: given.dados.cpf ?? cpf };
    const context = { signer, now: tx.now, undrawable: deps.undrawable };
    return { entry, ...fillFields(entry.campos, ownValues(given, session.entries, entry), context) };
  });
  refuseInvalid([
    ...given.problems,
    ...checkDrawable(
      [
        ['dados.nome', given.dados.nome],
        ['assinatura.texto', given.assinatura?.form.texto],
        ['rubrica.texto', given.rubrica?.form.texto],
      ],
      deps.undrawable,
    ),
    ...results.flatMap(({ problems }) => problems),
  ]);

  const transacaoId = randomUUID();
  const complete: string[] = [];
  const documentos: Signed['documentos'] = [];
  for (const { entry, filled } of results) {
    const outcome = await signEntry(tx, deps, session, entry, filled, given, { source, transacaoId });
    documentos.push({ id: entry.documento.id, status: outcome.status, act: outcome.act });
    if (outcome.last) complete.push(entry.documento.id);
  }
  await meter(tx, {
    tipo: 'ASSINATURA_COLETADA',
    referencia: transacaoId,
    documentoId: session.entries[0].documento.id,
    descricao: person.nome ?? person.email ?? 'Assinatura',
  });
  return { answer: { status: 'ASSINADO', assinadoEm: tx.now.toISOString(), transacaoId, documentos }, complete };
}

/** @throws 409 for a CPF other than the proven one, in whichever document of the link that was */
function refuseOtherCpf(session: SigningSession, cpf: string | undefined): void {
  const proven = session.entries.filter(({ signatario }) => isFulfilled(session, signatario, 'DADOS_PESSOAIS'));
  if (cpf !== undefined && proven.some(({ signatario }) => signatario.cpf !== cpf)) throw conflict(rule('otherCpf'));
}

/** Values for an envelope's other documents are not unknown fields of this one. */
function ownValues(given: GivenSignature, entries: readonly Entry[], entry: Entry): GivenSignature {
  const elsewhere = new Set(
    entries.filter((other) => other !== entry).flatMap(({ campos }) => campos.map(({ id }) => id)),
  );
  return { ...given, valores: new Map([...given.valores].filter(([id]) => !elsewhere.has(id))) };
}

async function storeValues(tx: Tx, entry: Entry, filled: readonly FilledField[], given: GivenSignature): Promise<void> {
  const signatarioId = entry.signatario.id;
  await insertInto(
    tx,
    'valor_campo',
    filled.map(({ campo, texto, png }) => ({
      campo_id: campo.id,
      signatario_id: signatarioId,
      texto,
      imagem: png,
      preenchido_em: tx.now,
    })),
  );
  const pictures = (['assinatura', 'rubrica'] as const).flatMap((uso) => {
    const png = given[uso]?.png;
    return png ? [{ signatario_id: signatarioId, uso: uso.toUpperCase(), png }] : [];
  });
  await insertInto(tx, 'imagem_assinatura', pictures);
}

async function signEntry(
  tx: Tx,
  deps: SigningDeps,
  session: SigningSession,
  entry: Entry,
  filled: readonly FilledField[],
  given: GivenSignature,
  by: { source: Source; transacaoId: string },
) {
  const { documento, signatario } = entry;
  const origin = signerOrigin(session, by.source);
  const { ip, porta, origem, agenteUsuario, geolocalizacao } = by.source;
  const corrected = {
    ...(given.dados.nome !== undefined && given.dados.nome !== signatario.nome ? { nome: given.dados.nome } : {}),
    ...(given.dados.cpf !== undefined && given.dados.cpf !== signatario.cpf ? { cpf: given.dados.cpf } : {}),
  };
  const bound = bindSignature(entry, filled, given);
  await storeValues(tx, entry, filled, given);
  await updateSignatario(tx, signatario.id, {
    ...corrected,
    status: 'ASSINADO',
    assinado_em: tx.now,
    transacao_id: by.transacaoId,
    valores_sal: bound.valores_sal,
    evidencia: tx.json({ ip, porta, origemEndereco: origem, agenteUsuario, geolocalizacao }),
    ...(given.assinatura ? { assinatura: tx.json(given.assinatura.form) } : {}),
    ...(given.rubrica ? { rubrica: tx.json(given.rubrica.form) } : {}),
  });
  if (Object.keys(corrected).length > 0) {
    await recordEvent(tx, documento.id, origin, {
      acao: 'DADOS_CORRIGIDOS',
      detalhe: {
        signatarioId: signatario.id,
        ...(corrected.nome === undefined ? {} : { nome: { de: signatario.nome, para: corrected.nome } }),
        ...(corrected.cpf === undefined
          ? {}
          : { cpf: { de: signatario.cpf && formatCpf(signatario.cpf), para: formatCpf(corrected.cpf) } }),
      },
    });
  }
  const act = await recordAct(tx, documento.id, origin, [
    {
      acao: 'ASSINATURA_REGISTRADA',
      detalhe: {
        signatarioId: signatario.id,
        transacaoId: by.transacaoId,
        funcao: signatario.funcao,
        tipoAssinatura: given.assinatura?.form.tipo ?? null,
        hashArquivo: documento.arquivo_hash,
        campos: filled.length,
        ...bound.detalhe,
        ...placeOfAct(session, signatario),
      },
    },
  ]);

  const after = await listSignatarios(tx, documento.id);
  const last = !after.some(isPending);
  const status = transition(documento, 'SIGN', tx.now);
  // After the last signature the status stays until the sealed file exists; completion sets ASSINADO.
  const row = await updateDocumento(tx, documento.id, last ? { assinado_por_todos_em: tx.now } : { status });
  const own = after.find(({ id }) => id === signatario.id) ?? signatario;
  await emitDocumentEvent(tx, 'document.signed', row, { signatario: eventSigner(own, session.fatores) });
  if (last) await queueCompletion(tx, documento.id);
  else await inviteWhoseTurn(tx, deps.tokens, row);
  return { status: row.status, last, act };
}

/** The job that completes the document if the process dies before doing so right after the commit. */
export async function queueCompletion(tx: Tx, documentoId: string): Promise<void> {
  await tx.enqueue(
    certificados.queues.COMPLETE_DOCUMENT,
    { organizacaoId: tx.scope.organizacaoId, ambiente: tx.scope.ambiente, id: documentoId },
    { delayMs: COMPLETION_JOB_DELAY_MS },
  );
}
