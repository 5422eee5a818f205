import { randomUUID } from 'node:crypto';
import type { DocumentoEntrada } from '@rubrica/contract';
import type { PageGeometry } from '@rubrica/pdf';
import type { MemberActor, Origin } from '../../core/actor.ts';
import { type FieldProblem, notFound, refuseInvalid } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import type { NewFile } from '../arquivos/index.ts';
import { startTrail } from '../auditoria/index.ts';
import { meter } from '../consumo/index.ts';
import { findModeloEmail } from '../modelos-email/index.ts';
import type { DocumentosDeps } from './deps.ts';
import {
  draftDocument,
  draftField,
  draftSigner,
  type NewField,
  type NewSigner,
  refuseTooMany,
  toDate,
  toField,
  toSigner,
} from './entrada.ts';
import { publishDocumentEvent } from './eventos.ts';
import { ensureHandedOutLinks } from './links.ts';
import { checkDocument, checkDrawable, checkFields, checkSigner } from './regras.ts';
import type { Aggregate, DocumentoRow, SignatarioRow } from './rows.ts';
import { holdDraftEnvelope, pastaExists, takenSignerIds } from './store.ts';
import { insertDraft } from './store-criar.ts';

/** A creation request turned into rows, every rule that needs no database already passed. */
export interface NewDocument {
  readonly documento: Omit<DocumentoRow, 'organizacao_id' | 'ambiente' | 'arquivo_id' | 'criado_em' | 'atualizado_em'>;
  readonly signatarios: readonly NewSigner[];
  readonly campos: readonly NewField[];
  /** Signer ids the caller chose, which may be in use; those made here cannot be. */
  readonly idsEscolhidos: readonly string[];
}

/** @throws 400 with every problem at once, 422 over the limits of signers and fields. */
export function prepareDocument(
  entrada: DocumentoEntrada,
  actor: MemberActor,
  file: { sha256: string; pages: readonly PageGeometry[] },
  now: Date,
  undrawable: DocumentosDeps['undrawable'],
): NewDocument {
  const signatarios = (entrada.signatarios ?? []).map(toSigner);
  const onlySigner = signatarios.length === 1 ? (signatarios[0]?.id ?? null) : null;
  const campos = (entrada.campos ?? []).map((campo) => toField(campo, onlySigner));
  refuseTooMany(signatarios.length, campos.length);

  const { pages } = file;
  const documento = {
    id: randomUUID(),
    titulo: entrada.titulo.trim(),
    descricao: entrada.descricao ?? null,
    status: 'RASCUNHO' as const,
    nivel_assinatura: entrada.nivelAssinatura ?? ('ELETRONICA' as const),
    fatores_exigidos: entrada.fatoresExigidos ?? (['EMAIL'] as const).slice(),
    pasta_id: entrada.pastaId ?? null,
    envelope_id: entrada.envelopeId ?? null,
    ordenado: entrada.ordenado ?? false,
    recusavel: entrada.recusavel ?? true,
    parar_se_recusado: entrada.pararSeRecusado ?? true,
    mensagem: entrada.mensagem ?? null,
    lembrete: entrada.lembrete ?? null,
    lembrete_em: null,
    prazo_em: toDate(entrada.prazoEm),
    expira_em: toDate(entrada.expiraEm),
    modelo_email_id: entrada.modeloEmailId ?? null,
    responder_para: entrada.responderPara ?? null,
    criado_por: actor.membroId,
    enviado_em: null,
    assinado_por_todos_em: null,
    finalizado_em: null,
    excluido_em: null,
    arquivo_hash: file.sha256,
    versao: 1,
    paginas: pages.length,
    geometria: [...pages],
    codigo_validacao: null,
    hash_publico: null,
    arquivo_assinado_id: null,
  };
  const idsEscolhidos = (entrada.signatarios ?? []).flatMap(({ id }) => (id === undefined ? [] : [id.toLowerCase()]));
  const novo = { documento, signatarios, campos, idsEscolhidos };
  refuseInvalid(problemsOf(novo, now, undrawable));
  return novo;
}

function problemsOf(
  { documento, signatarios, campos }: NewDocument,
  now: Date,
  undrawable: DocumentosDeps['undrawable'],
): FieldProblem[] {
  const draft = draftDocument(documento);
  const ids = signatarios.map(({ id }) => id);
  return [
    ...checkDocument(draft, now),
    ...signatarios.flatMap((signer, index) => checkSigner(draftSigner(signer), draft, `signatarios[${index}]`)),
    ...ids.flatMap((id, index) =>
      ids.indexOf(id) === index
        ? []
        : [{ campo: `signatarios[${index}].id`, mensagem: 'Este id se repete no pedido.' }],
    ),
    ...checkFields(campos.map(draftField), signatarios.map(draftSigner), documento.paginas),
    ...checkDrawable(
      [
        ['titulo', documento.titulo],
        ...signatarios.map(({ nome }, index) => [`signatarios[${index}].nome`, nome] as const),
        ...campos.map(({ valor_padrao }, index) => [`campos[${index}].valorPadrao`, valor_padrao] as const),
      ],
      undrawable,
    ),
  ];
}

/**
 * Writes a new draft: file, document, first version, signers, fields, the trail's root and its first link, the event
 * `document.created` and, for an upload, the count of a received PDF.
 * @throws 404 for a folder, envelope or e-mail template outside the scope, 400 for a signer id already in use.
 */
export async function criarDocumento(
  tx: Tx,
  deps: DocumentosDeps,
  origin: Origin,
  novo: NewDocument,
  arquivo: NewFile,
  source: 'upload' | 'template' = 'upload',
): Promise<Aggregate> {
  const { documento, signatarios, campos } = novo;
  if (documento.pasta_id && !(await pastaExists(tx, documento.pasta_id))) throw notFound();
  if (documento.envelope_id) await holdDraftEnvelope(tx, documento.envelope_id);
  if (documento.modelo_email_id && !findModeloEmail(documento.modelo_email_id)) throw notFound();
  const taken = await takenSignerIds(tx, novo.idsEscolhidos);
  refuseInvalid(
    signatarios.flatMap(({ id }, index) =>
      taken.has(id) ? [{ campo: `signatarios[${index}].id`, mensagem: 'Este id já está em uso.' }] : [],
    ),
  );

  const row: DocumentoRow = {
    ...documento,
    organizacao_id: tx.scope.organizacaoId,
    ambiente: tx.scope.ambiente,
    arquivo_id: randomUUID(),
    criado_em: tx.now,
    atualizado_em: tx.now,
  };
  const aggregate: Aggregate = {
    documento: row,
    signatarios: signatarios.map((signer, posicao) => ({ ...UNTOUCHED, ...signer, documento_id: row.id, posicao })),
    campos: campos.map((campo, posicao) => ({ ...campo, documento_id: row.id, posicao })),
  };
  // None waits for another's answer, so they travel together.
  await Promise.all([
    insertDraft(tx, row, aggregate.signatarios, aggregate.campos, arquivo, origin.actor.nome),
    startTrail(tx, row.id, row.arquivo_hash, origin, {
      acao: 'DOCUMENTO_CRIADO',
      detalhe: {
        titulo: row.titulo,
        hashArquivo: row.arquivo_hash,
        paginas: row.paginas,
        varredura: arquivo.varredura,
      },
    }),
    publishDocumentEvent(tx, 'document.created', row),
    // A template was counted when its own file was received.
    source === 'upload' &&
      meter(tx, {
        tipo: 'DOCUMENTO_ENVIADO',
        referencia: row.arquivo_id,
        documentoId: row.id,
        descricao: row.titulo,
      }),
  ]);
  await ensureHandedOutLinks(tx, deps.tokens, row, aggregate.signatarios);
  return aggregate;
}

/** A signer nobody has written to yet: what the columns of a new row hold besides what the caller gave. */
const UNTOUCHED = {
  status: 'PENDENTE',
  convidado_em: null,
  enviado_em: null,
  visualizado_em: null,
  autenticado_em: null,
  assinado_em: null,
  recusado_em: null,
  motivo_recusa: null,
  paginas_lidas: 0,
  leitura_segundos: 0,
  leitura_concluida_em: null,
  aceito_em: null,
  aceite: null,
  transacao_id: null,
  evidencia: null,
  assinatura: null,
  rubrica: null,
} as const satisfies Omit<SignatarioRow, keyof NewSigner | 'documento_id' | 'posicao'>;
