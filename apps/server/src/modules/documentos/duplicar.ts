import { randomUUID } from 'node:crypto';
import { CERTIFICATE_SCHEMAS, type Documento, type DuplicacaoEntrada } from '@rubrica/contract';
import type { MemberActor } from '../../core/actor.ts';
import type { Handlers } from '../../core/call.ts';
import { found, refuseInvalid } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { documentFileKey, findFile, withCopy, withStoredUpload } from '../arquivos/index.ts';
import { heldClientes } from '../clientes/index.ts';
import { isModeloEmail } from '../modelos-email/index.ts';
import { criarDocumento, type NewDocument } from './criar.ts';
import type { DocumentosDeps } from './deps.ts';
import { draftDocument, draftSigner, type NewField, type NewSigner } from './entrada.ts';
import { answerCriado } from './ler.ts';
import type { Aggregate, CampoRow, DocumentoRow, Marcas, SignatarioRow } from './rows.ts';
import { checkDrawable, checkSigner } from './rules.ts';
import { findDocumento, listCampos, listSignatarios } from './store.ts';
import { knownTags } from './tags.ts';

export function duplicarHandlers(deps: DocumentosDeps): Handlers<'duplicarDocumento'> {
  return {
    duplicarDocumento: async (call) => {
      const { body = {} } = call;
      refuseInvalid(checkDrawable([['titulo', body.titulo ?? null]], deps.undrawable));
      const { original, file, now, modeloEmail } = await call.read(async (tx) => {
        const documento = found(await findDocumento(tx, call.params.documentoId));
        call.authorize();
        return {
          original: await aggregateOf(tx, documento),
          file: await findFile(tx, documento.arquivo_id),
          now: tx.now,
          // One that was deleted since is nobody's choice any more.
          modeloEmail: documento.modelo_email_id !== null && (await isModeloEmail(tx, documento.modelo_email_id)),
        };
      });
      const copy = copyOf(original, body, call.actor, now);
      const newDocument = modeloEmail ? copy : { ...copy, documento: { ...copy.documento, modelo_email_id: null } };
      const chave = documentFileKey(call.scope, newDocument.documento.id, 'original-1.pdf', call.startedAt);
      return withCopy(deps.files, deps.workDirectory, file, (copy) => {
        const { varredura, conteudo_ativo: conteudoAtivo } = file;
        const arquivo = { chave, sha256: copy.sha256, tamanhoBytes: copy.size, varredura, conteudoAtivo };
        return withStoredUpload(deps.files, copy, chave, () =>
          call.write(async (tx) => {
            const signatarios = await onlyKnown(tx, newDocument.signatarios);
            const draft = { origin: call.origin, newDocument: { ...newDocument, signatarios }, arquivo, settle: null };
            const created = await criarDocumento(tx, deps, draft, { copyOf: original.documento.id });
            const answer: Documento = await answerCriado(tx, deps, call.origin, created, conteudoAtivo);
            return { body: answer, headers: { location: `${deps.baseUrlOf(tx.scope)}/documentos/${answer.id}` } };
          }),
        );
      });
    },
  };
}

/** Documents of before there was a registry may name whom it never knew. */
async function onlyKnown(tx: Tx, signatarios: readonly NewSigner[]): Promise<NewSigner[]> {
  const known = await heldClientes(
    tx,
    signatarios.map(({ cliente_id }) => cliente_id),
  );
  return signatarios.map((one) => ({
    ...one,
    cliente_id: one.cliente_id && known.has(one.cliente_id) ? one.cliente_id : null,
  }));
}

async function aggregateOf(tx: Tx, documento: DocumentoRow): Promise<Aggregate> {
  const [signatarios, campos] = await Promise.all([listSignatarios(tx, documento.id), listCampos(tx, documento.id)]);
  return { documento, signatarios, campos };
}

/**
 * A new draft with a document's current file, rules, people and fields. What belongs to that sending alone stays there:
 * its envelope, its own reference, deadlines that have passed.
 */
function copyOf(
  { documento, signatarios, campos }: Aggregate,
  { titulo = documento.titulo, manterPessoas = true }: DuplicacaoEntrada,
  actor: MemberActor,
  now: Date,
): NewDocument {
  const people = manterPessoas ? signatarios.filter((signatario) => isWhole(signatario, documento, now)) : [];
  const idOf = new Map([...people, ...campos].map(({ id }) => [id, randomUUID() as string]));
  const places = campos.filter(
    ({ signatario_id }) => !manterPessoas || signatario_id === null || idOf.has(signatario_id),
  );
  const ahead = (at: Date | null) => (at && at > now ? at : null);
  return {
    documento: {
      ...documento,
      id: randomUUID(),
      titulo: titulo.trim(),
      status: 'RASCUNHO',
      envelope_id: null,
      prazo_em: ahead(documento.prazo_em),
      expira_em: ahead(documento.expira_em),
      referencia_externa: null,
      metadados: {},
      criado_por: actor.membroId,
      lembrete_em: null,
      enviado_em: null,
      assinado_por_todos_em: null,
      finalizado_em: null,
      versao: 1,
      marcas: tagsOf(documento, idOf),
      codigo_validacao: null,
      convite: null,
      hash_publico: null,
      arquivo_assinado_id: null,
      esquema: CERTIFICATE_SCHEMAS[0],
      remetente: null,
      mensagem_padrao: null,
      campos_sal: null,
    },
    signatarios: people.map((signatario) => copyOfSigner(signatario, idOf)),
    campos: places.map((campo) => copyOfField(campo, idOf)),
    chosenIds: { signatarios: [], campos: [] },
  };
}

type NewIds = ReadonlyMap<string, string>;
const newId = (ids: NewIds, id: string): string => ids.get(id) ?? randomUUID();

/** Whose data were erased since is nobody to send to. */
function isWhole(signatario: SignatarioRow, documento: DocumentoRow, now: Date): boolean {
  return checkSigner(draftSigner(signatario), draftDocument(documento), '', now).length === 0;
}

function copyOfSigner(signatario: SignatarioRow, ids: NewIds): NewSigner {
  const { funcao, nome, email, telefone, cpf, data_nascimento, metodo_entrega, fatores_exigidos } = signatario;
  const { ordem, travar_dados, presencial, delegavel, cliente_id, chave, url_retorno, referencia_externa, metadados } =
    signatario;
  return {
    id: newId(ids, signatario.id),
    ...{ funcao, nome, email, telefone, cpf, data_nascimento, metodo_entrega, fatores_exigidos },
    ...{ ordem, travar_dados, presencial, delegavel, cliente_id, chave, url_retorno, referencia_externa, metadados },
  };
}

function copyOfField({ documento_id: _, posicao: __, ...campo }: CampoRow, ids: NewIds): NewField {
  const { id, signatario_id: owner } = campo;
  return { ...campo, id: newId(ids, id), signatario_id: owner === null ? null : (ids.get(owner) ?? null) };
}

/** The tags of the file, each with the field it became in the copy. */
function tagsOf(documento: DocumentoRow, ids: NewIds): Marcas | null {
  const tags = knownTags(documento);
  if (!tags) return null;
  const itens = tags.itens.map((tag) => ({ ...tag, campoId: tag.campoId && (ids.get(tag.campoId) ?? null) }));
  return { ...tags, itens };
}
