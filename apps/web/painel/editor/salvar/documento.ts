import type { Campo, Documento, Signatario } from '@rubrica/contract';
import type { Client } from '@rubrica/sdk';
import { fetchFile } from '../../../kit/pdf/baixar.ts';
import type { Spot } from '../estado/regras.ts';
import type { Draft, Field, Options, Party } from '../estado/tipos.ts';
import { fieldSpot, type Saved, type Source, type Step } from './fonte.ts';
import { fieldBody, holdsBack, type Operation, planOf } from './plano.ts';

/** A document as the source of the editor. */

function partyOf(one: Signatario, index: number, documento: Documento): Party {
  return {
    id: one.id,
    nome: one.nome ?? '',
    funcao: one.funcao,
    ordem: one.ordem ?? index + 1,
    email: one.email ?? '',
    telefone: one.telefone ?? '',
    cpf: one.cpf ?? '',
    dataNascimento: one.dataNascimento ?? '',
    metodoEntrega: one.metodoEntrega,
    reforco: one.fatoresExigidos.filter((fator) => !documento.fatoresExigidos.includes(fator)),
    travarDados: one.travarDados,
  };
}

const optionsOf = (documento: Documento): Options => ({
  titulo: documento.titulo,
  mensagem: documento.mensagem ?? '',
  nivelAssinatura: documento.nivelAssinatura,
  fatoresExigidos: documento.fatoresExigidos,
  ordenado: documento.ordenado,
  recusavel: documento.recusavel,
  pararSeRecusado: documento.pararSeRecusado,
  lembrete: documento.lembrete,
  prazoEm: documento.prazoEm ?? '',
});

/** @param localId what the editor calls a field of the service */
const fieldOf = ({ id, signatarioId, ...campo }: Campo, localId: (id: string) => string): Field => ({
  ...campo,
  id: localId(id),
  dono: signatarioId,
  rotulo: campo.rotulo ?? '',
  valorPadrao: campo.valorPadrao ?? '',
});

/** Reads and writes one document. @param basePath of the environment, as `/v1/sandbox` */
export function documentSource(client: Client, basePath: string, documentoId: string): Source {
  const params = { documentoId };
  // The editor's fields keep their ids for good; the service gives its own to those it has not seen.
  const serverIds = new Map<string, string>();
  const localIds = new Map<string, string>();
  const localId = (id: string) => localIds.get(id) ?? id;

  const savedOf = (documento: Documento): Saved => {
    const draft: Draft = {
      opcoes: optionsOf(documento),
      partes: documento.signatarios.map((one, index) => partyOf(one, index, documento)),
      campos: documento.campos.map((campo) => fieldOf(campo, localId)),
    };
    serverIds.clear();
    for (const { id } of documento.campos) serverIds.set(localId(id), id);
    const { paginas, titulo, status, envelopeId, criadoPor } = documento;
    return { draft, paginas, titulo, editable: status === 'RASCUNHO', envelopeId, criadoPor };
  };
  const read = async (signal?: AbortSignal) =>
    savedOf(await client.obterDocumento({ params, ...(signal ? { signal } : {}) }));

  const people = (saved: Saved, partes: readonly Party[]): Saved => ({ ...saved, draft: { ...saved.draft, partes } });

  async function run(saved: Saved, operation: Operation, signal: AbortSignal): Promise<Saved> {
    const { draft } = saved;
    switch (operation.op) {
      case 'excluirSignatario': {
        const signatarioId = operation.id;
        await client.excluirSignatario({ params: { documentoId, signatarioId }, signal });
        const campos = draft.campos.filter(({ dono }) => dono !== signatarioId);
        const partes = draft.partes.filter(({ id }) => id !== signatarioId);
        return { ...saved, draft: { ...draft, partes, campos } };
      }
      case 'criarSignatario': {
        await client.criarSignatario({ params, body: operation.body, signal });
        // It may have taken over fields nobody owned.
        return read(signal);
      }
      case 'alterarSignatario': {
        const { id } = operation.party;
        await client.alterarSignatario({ params: { documentoId, signatarioId: id }, body: operation.body, signal });
        const { fatoresExigidos } = operation.body;
        const common = draft.opcoes?.fatoresExigidos ?? [];
        const reforco = (fatoresExigidos ?? []).filter((fator) => !common.includes(fator));
        const stored = { ...operation.party, ...textsOf(operation.body), reforco };
        return people(
          saved,
          draft.partes.map((party) => (party.id === id ? stored : party)),
        );
      }
      case 'alterarDocumento':
        return savedOf(await client.alterarDocumento({ params, body: operation.body, signal }));
      case 'definirCampos':
        return setFields(saved, operation.campos, signal);
    }
  }

  async function setFields(saved: Saved, campos: readonly Field[], signal: AbortSignal): Promise<Saved> {
    const entries = campos.map((field) => {
      const id = serverIds.get(field.id);
      return { ...(id ? { id } : {}), ...fieldBody(field) };
    });
    const { itens } = await client.definirCampos({ params, body: { campos: entries }, signal });
    serverIds.clear();
    itens.forEach(({ id }, index) => {
      const local = campos[index]?.id;
      if (!local) return;
      serverIds.set(local, id);
      localIds.set(id, local);
    });
    return { ...saved, draft: { ...saved.draft, campos: itens.map((campo) => fieldOf(campo, localId)) } };
  }

  return {
    kind: 'documento',
    id: documentoId,
    read,
    file: (onProgress, signal) =>
      fetchFile(
        `${basePath}/documentos/${encodeURIComponent(documentoId)}/arquivo?tipo=ORIGINAL`,
        onProgress,
        signal,
        'same-origin',
      ),
    steps: (saved, target) =>
      planOf(saved.draft, target, new Date()).map(
        (operation): Step => ({
          key: JSON.stringify(operation),
          run: (signal) => run(saved, operation, signal),
          spotOf: (campo) => spotOf(operation, campo),
        }),
      ),
    holdsBack: (saved, target) => holdsBack(saved.draft, target, new Date()),
  };
}

/** Where a refusal of a request belongs. */
function spotOf(operation: Operation, campo: string): Spot {
  switch (operation.op) {
    case 'definirCampos':
      return fieldSpot(operation.campos, campo);
    case 'alterarDocumento':
      return { at: 'opcoes', name: (campo in operation.body ? campo : 'titulo') as keyof Options };
    case 'excluirSignatario':
      return { at: 'partes' };
    default: {
      const known = campo in operation.body && campo !== 'fatoresExigidos';
      return { at: 'parte', id: operation.party.id, name: (known ? campo : 'nome') as keyof Party };
    }
  }
}

const textsOf = (body: {
  readonly email?: string | null | undefined;
  readonly telefone?: string | null | undefined;
  readonly cpf?: string | null | undefined;
  readonly dataNascimento?: string | null | undefined;
}) => ({
  email: body.email ?? '',
  telefone: body.telefone ?? '',
  cpf: body.cpf ?? '',
  dataNascimento: body.dataNascimento ?? '',
});
