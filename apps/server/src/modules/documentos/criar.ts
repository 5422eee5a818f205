import { randomUUID } from 'node:crypto';
import type { Ambiente, DocumentoEntrada } from '@rubrica/contract';
import { CERTIFICATE_SCHEMAS, rule } from '@rubrica/contract';
import type { PageGeometry } from '@rubrica/pdf';
import type { MemberActor, Origin } from '../../core/actor.ts';
import { type FieldProblem, notFound, refuseInvalid } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../core/sql.ts';
import type { NewFile } from '../arquivos/index.ts';
import { startTrails } from '../auditoria/index.ts';
import { holdClientes } from '../clientes/index.ts';
import { meterAll, refuseTooManyDrafts } from '../consumo/index.ts';
import { isModeloEmail } from '../modelos-email/index.ts';
import { ofEntries, type PageText, placeFields } from './anchors.ts';
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
import { emitDocumentEvents } from './eventos.ts';
import { ensureHandedOutLinks } from './links.ts';
import { refuseUnlisted, returnsOf } from './origins.ts';
import type { Aggregate, DocumentoRow, Marca, SignatarioRow } from './rows.ts';
import { checkDocument, checkDrawable, checkFields, checkKeys, checkReadyToSend, checkSigner } from './rules.ts';
import { holdDraftEnvelope, pastaExists } from './store.ts';
import { type DraftRows, insertDrafts } from './store-criar.ts';
import { byKey, fieldsOfTags, tagsIn, toTagField } from './tags.ts';

/** A creation request converted to rows, with every rule checked that needs no database. */
export interface NewDocument {
  readonly documento: Omit<
    DocumentoRow,
    'organizacao_id' | 'ambiente' | 'envelope_posicao' | 'arquivo_id' | 'criado_em' | 'atualizado_em'
  >;
  readonly signatarios: readonly NewSigner[];
  readonly campos: readonly NewField[];
  /** Ids of signers and fields chosen by the caller, which may be in use; those generated here cannot be. */
  readonly chosenIds: { readonly signatarios: readonly string[]; readonly campos: readonly string[] };
}

/** A document's file, as far as a creation depends on it. */
export interface DraftFile {
  readonly sha256: string;
  readonly pages: readonly PageGeometry[];
  /** What was looked for in it: the texts of anchors, or tags if there are people and no fields. */
  readonly text?: PageText | null;
  /** Its tags, if they are known without looking. */
  readonly tags?: readonly Marca[];
}

/** Whether a creation has the fields that the tags of its file make. */
export const takesTags = ({ campos, signatarios = [] }: Pick<DocumentoEntrada, 'campos' | 'signatarios'>): boolean =>
  campos === undefined && signatarios.length > 0;

/** @throws 400 with every problem at once, 422 over the limits of signers and fields. */
export function prepareDocument(
  entrada: DocumentoEntrada,
  { actor, scope }: { readonly actor: Pick<MemberActor, 'membroId'>; readonly scope: Pick<Scope, 'ambiente'> },
  file: DraftFile,
  now: Date,
  undrawable: DocumentosDeps['undrawable'],
): NewDocument {
  const signatarios = (entrada.signatarios ?? []).map(toSigner);
  const onlySigner = signatarios.length === 1 ? (signatarios[0]?.id ?? null) : null;
  const { pages } = file;
  const placed = placeFields(entrada.campos ?? [], file.text ?? null, pages);
  const own = placed.campos.map((campo) => toField(campo, onlySigner));
  // What could not be read is read again when it is sent.
  const tags = file.tags ?? (takesTags(entrada) && file.text?.findings ? tagsIn(file.text) : null);
  const made = tags && takesTags(entrada) ? fieldsOfTags(tags, byKey(signatarios), pages) : null;
  const campos = made ? made.fields.map(toTagField) : own;
  refuseTooMany(signatarios.length, campos.length);

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
    convite: null,
    responder_para: entrada.responderPara ?? null,
    referencia_externa: entrada.referenciaExterna ?? null,
    metadados: entrada.metadados ?? {},
    criado_por: actor.membroId,
    enviado_em: null,
    assinado_por_todos_em: null,
    finalizado_em: null,
    excluido_em: null,
    arquivo_hash: file.sha256,
    versao: 1,
    paginas: pages.length,
    geometria: [...pages],
    marcas: tags && { arquivo: file.sha256, itens: made?.itens ?? tags },
    codigo_validacao: null,
    hash_publico: null,
    arquivo_assinado_id: null,
    esquema: CERTIFICATE_SCHEMAS[0],
    remetente: null,
    mensagem_padrao: null,
    campos_sal: null,
  };
  const chosen = (items: readonly { id?: string | undefined }[] | undefined) =>
    (items ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]));
  const chosenIds = { signatarios: chosen(entrada.signatarios), campos: chosen(entrada.campos) };
  const newDocument = { documento, signatarios, campos, chosenIds };
  refuseInvalid([
    ...placed.problems,
    ...ofEntries(problemsOf(newDocument, scope.ambiente, now, undrawable), placed.origins),
  ]);
  return newDocument;
}

function problemsOf(
  { documento, signatarios, campos }: NewDocument,
  ambiente: Ambiente,
  now: Date,
  undrawable: DocumentosDeps['undrawable'],
): FieldProblem[] {
  const draft = draftDocument({ ...documento, ambiente });
  const twice = (name: 'signatarios' | 'campos', items: readonly { readonly id: string }[]) => {
    const ids = items.map(({ id }) => id);
    return ids.flatMap((id, index) =>
      ids.indexOf(id) === index ? [] : [{ campo: `${name}[${index}].id`, ...rule('idTwice') }],
    );
  };
  return [
    ...checkDocument(draft, now),
    ...signatarios.flatMap((signer, index) => checkSigner(draftSigner(signer), draft, `signatarios[${index}]`, now)),
    ...twice('signatarios', signatarios),
    ...checkKeys(signatarios, (index) => `signatarios[${index}].chave`),
    ...twice('campos', campos),
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

/** What would keep a creation from being sent as it is. */
export const missingToSend = (
  { documento, signatarios, campos }: NewDocument,
  { ambiente }: Pick<Scope, 'ambiente'>,
  now: Date,
): FieldProblem[] =>
  checkReadyToSend(
    draftDocument({ ...documento, ambiente }),
    signatarios.map(draftSigner),
    campos.map(draftField),
    documento.paginas,
    now,
  );

/** A creation ready to be written. */
export interface Draft {
  readonly origin: Origin;
  readonly newDocument: NewDocument;
  readonly arquivo: NewFile;
  /** Makes the file's name survive a power cut, if that was left to the code that writes its row (FileStore.place). */
  readonly settle: (() => Promise<void>) | null;
}

/**
 * Whether a creation neither looks anything up nor waits for a lock, so that it may be written together with others of
 * its organization.
 */
export function standsAlone({ documento, signatarios, chosenIds }: NewDocument): boolean {
  const { pasta_id, envelope_id, modelo_email_id } = documento;
  return (
    pasta_id === null &&
    envelope_id === null &&
    modelo_email_id === null &&
    signatarios.every(({ cliente_id, url_retorno }) => cliente_id === null && url_retorno === null) &&
    Object.values(chosenIds).flat().length === 0
  );
}

/** What the trail tells of a document that a visitor made by a template's public link (ADR 0086). */
export interface FormOrigin {
  readonly linkId: string;
  readonly titulo: string;
  /** When the visitor asked for it; the confirmation is the creation. */
  readonly pedidoEm: string;
}

/** Where a draft's file comes from: received with it, made from a template, on whose word, or another document's. */
export type Source = 'upload' | 'template' | { readonly form: FormOrigin } | { readonly copyOf: string };

const toldOf = (source: Source) => {
  if (typeof source !== 'object') return {};
  return 'form' in source ? { formulario: { ...source.form } } : { copiaDe: source.copyOf };
};

/**
 * What a creation names is there, and stays until the transaction ends.
 * @throws 404 for a folder, envelope, e-mail template or person of the registry outside the scope, 400 for an address to return to
 * that the organization does not list
 */
export async function holdNamed(tx: Tx, { documento, signatarios }: NewDocument): Promise<void> {
  if (documento.pasta_id && !(await pastaExists(tx, documento.pasta_id))) throw notFound();
  if (documento.envelope_id) await holdDraftEnvelope(tx, documento.envelope_id);
  await holdClientes(
    tx,
    signatarios.map(({ cliente_id }) => cliente_id),
  );
  await refuseUnlisted(tx, returnsOf(signatarios));
  if (documento.modelo_email_id && !(await isModeloEmail(tx, documento.modelo_email_id))) throw notFound();
}

/**
 * Writes a new draft, see `criarDocumentos`.
 * @throws 404 and 400 as `holdNamed`, 400 for an id of a signer or a field already in use
 */
export async function criarDocumento(
  tx: Tx,
  deps: DocumentosDeps,
  draft: Draft,
  source: Source = 'upload',
): Promise<Aggregate> {
  await holdNamed(tx, draft.newDocument);
  const [aggregate] = await criarDocumentos(tx, deps, [draft], source);
  return aggregate as Aggregate;
}

/**
 * Writes new drafts that need no lookups: file, document, first version, signers, fields, the trail's root and first
 * link, the event `document.created` and, for an upload, the metering of a received PDF.
 * @returns in the order of `drafts`
 * @throws 400 for an id of a signer or a field already in use, 422 LIMITE_EXCEDIDO beyond the drafts that the plan
 * allows
 */
export async function criarDocumentos(
  tx: Tx,
  deps: DocumentosDeps,
  drafts: readonly Draft[],
  source: Source = 'upload',
): Promise<Aggregate[]> {
  const rows = drafts.map((draft) => rowsOf(tx, draft));
  // They do not depend on each other's results, so they are sent together.
  const [written] = await Promise.all([
    insertDrafts(tx, rows),
    refuseTooManyDrafts(
      tx,
      rows.map(({ documento }) => documento.id),
    ),
    startTrails(
      tx,
      rows.map(({ documento, arquivo }, index) => ({
        documentoId: documento.id,
        fileSha256: documento.arquivo_hash,
        origin: (drafts[index] as Draft).origin,
        entry: {
          acao: 'DOCUMENTO_CRIADO',
          detalhe: {
            ...toldOf(source),
            titulo: documento.titulo,
            hashArquivo: documento.arquivo_hash,
            paginas: documento.paginas,
            varredura: arquivo.varredura,
          },
        },
      })),
    ),
    emitDocumentEvents(
      tx,
      'document.created',
      rows.map(({ documento }) => documento),
    ),
    // The file of a template or of another document was metered when it was received.
    source === 'upload' &&
      meterAll(
        tx,
        rows.map(({ documento }) => ({
          tipo: 'DOCUMENTO_ENVIADO',
          referencia: documento.arquivo_id,
          documentoId: documento.id,
          descricao: documento.titulo,
        })),
      ),
    ...drafts.map(({ settle }) => settle?.()),
  ]);
  const inUse = (name: 'signatarios' | 'campos', items: readonly { readonly id: string }[]) =>
    items.flatMap(({ id }, index) =>
      written[name].has(id) ? [] : [{ campo: `${name}[${index}].id`, ...rule('idTaken') }],
    );
  for (const { signatarios, campos } of rows) {
    refuseInvalid([...inUse('signatarios', signatarios), ...inUse('campos', campos)]);
  }
  for (const { documento, signatarios } of rows) {
    await ensureHandedOutLinks(tx, deps.tokens, documento, signatarios);
  }
  return rows;
}

function rowsOf(tx: Tx, { origin, newDocument, arquivo }: Draft): DraftRows {
  const documento: DocumentoRow = {
    ...newDocument.documento,
    organizacao_id: tx.scope.organizacaoId,
    ambiente: tx.scope.ambiente,
    envelope_posicao: null,
    arquivo_id: randomUUID(),
    criado_em: tx.now,
    atualizado_em: tx.now,
  };
  const of = { documento_id: documento.id };
  return {
    documento,
    signatarios: newDocument.signatarios.map((signer, posicao) => ({ ...UNTOUCHED, ...signer, ...of, posicao })),
    campos: newDocument.campos.map((campo, posicao) => ({ ...campo, ...of, posicao })),
    arquivo,
    enviadoPor: origin.actor.nome,
  };
}

/** A signer who has not been contacted yet: the remaining columns of a new row. */
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
  envio_dados: null,
  envio_sal: null,
  valores_sal: null,
  correcoes: [],
  idioma: null,
  delegado_de: null,
} as const satisfies Omit<SignatarioRow, keyof NewSigner | 'documento_id' | 'posicao'>;
