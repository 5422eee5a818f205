import type { Campo, Documento, Signatario } from '@rubrica/contract';
import { ApiError, type Client } from '@rubrica/sdk/client';
import { fetchFile } from '../../../kit/pdf/download.ts';
import type { Problem, Spot } from '../state/rules.ts';
import type { Draft, Field, Options, Party } from '../state/types.ts';
import { fieldBody, holdsBack, type Operation, planOf } from './plan.ts';
import { fieldSpot, type Saved, type Source, type Step } from './source.ts';

/** A document as the source of the editor. */

/** @param documento whose signer it is, for what it asks of everybody */
export function partyOf(one: Signatario, index: number, documento: Pick<Documento, 'fatoresExigidos'>): Party {
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
    reinforcement: one.fatoresExigidos.filter((fator) => !documento.fatoresExigidos.includes(fator)),
    travarDados: one.travarDados,
    presencial: one.presencial,
    delegavel: one.delegavel,
    clienteId: one.clienteId,
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
  modeloEmailId: documento.modeloEmailId,
  responderPara: documento.responderPara ?? '',
});

/** @param localId what the editor calls a field of the service */
const fieldOf = ({ id, signatarioId, ...campo }: Campo, localId: (id: string) => string): Field => ({
  ...campo,
  id: localId(id),
  holder: signatarioId,
  rotulo: campo.rotulo ?? '',
  valorPadrao: campo.valorPadrao ?? '',
});

/** A document as the editor would show it. @param localId what the editor calls a field of the service */
export const draftOf = (documento: Documento, localId = (id: string) => id): Draft => ({
  options: optionsOf(documento),
  parts: documento.signatarios.map((one, index) => partyOf(one, index, documento)),
  campos: documento.campos.map((campo) => fieldOf(campo, localId)),
});

/** The editor's fields keep their ids for good; the service gives its own to those it has not seen. */
class FieldIds {
  private readonly ofService = new Map<string, string>();
  private readonly ofEditor = new Map<string, string>();

  readonly local = (id: string): string => this.ofEditor.get(id) ?? id;
  readonly service = (id: string): string | undefined => this.ofService.get(id);

  /** The fields the service has now; in the order of those sent, where they were just sent. */
  known(campos: readonly Campo[], sent: readonly Field[] = []): void {
    campos.forEach(({ id }, index) => {
      const local = sent[index]?.id;
      if (local) this.ofEditor.set(id, local);
    });
    this.ofService.clear();
    for (const { id } of campos) this.ofService.set(this.local(id), id);
  }
}

/** The requests a plan is made of, over one document. */
class Requests {
  private readonly client: Client;
  private readonly params: { readonly documentoId: string };
  private readonly ids = new FieldIds();

  constructor(client: Client, documentoId: string) {
    this.client = client;
    this.params = { documentoId };
  }

  async read(signal?: AbortSignal): Promise<Saved> {
    return this.saved(await this.client.obterDocumento({ params: this.params, ...(signal ? { signal } : {}) }));
  }

  async run(saved: Saved, operation: Operation, signal: AbortSignal): Promise<Saved> {
    const { client, params } = this;
    switch (operation.op) {
      case 'excluirSignatario': {
        const signatarioId = operation.id;
        await client.excluirSignatario({ params: { ...params, signatarioId }, signal });
        const campos = saved.draft.campos.filter(({ holder }) => holder !== signatarioId);
        const parts = saved.draft.parts.filter(({ id }) => id !== signatarioId);
        return { ...saved, draft: { ...saved.draft, parts, campos } };
      }
      case 'criarSignatario':
        await client.criarSignatario({ params, body: operation.body, signal });
        // It may have taken over fields nobody owned.
        return this.read(signal);
      case 'alterarSignatario': {
        const signatarioId = operation.party.id;
        await client.alterarSignatario({ params: { ...params, signatarioId }, body: operation.body, signal });
        return withParty(saved, operation);
      }
      case 'alterarDocumento':
        return this.saved(await client.alterarDocumento({ params, body: operation.body, signal }));
      case 'definirCampos':
        return this.setFields(saved, operation.campos, signal);
    }
  }

  private async setFields(saved: Saved, sent: readonly Field[], signal: AbortSignal): Promise<Saved> {
    const campos = sent.map((field) => {
      const id = this.ids.service(field.id);
      return { ...(id ? { id } : {}), ...fieldBody(field) };
    });
    const { itens } = await this.client.definirCampos({ params: this.params, body: { campos }, signal });
    this.ids.known(itens, sent);
    return { ...saved, draft: { ...saved.draft, campos: itens.map((campo) => fieldOf(campo, this.ids.local)) } };
  }

  private saved(documento: Documento): Saved {
    const { paginas, titulo, status, envelopeId, criadoPor } = documento;
    this.ids.known(documento.campos);
    const draft = draftOf(documento, this.ids.local);
    return { draft, paginas, titulo, editable: status === 'RASCUNHO', envelopeId, criadoPor };
  }
}

/** What the service has after somebody was changed. */
function withParty(saved: Saved, { party, body }: Extract<Operation, { op: 'alterarSignatario' }>): Saved {
  const common = saved.draft.options?.fatoresExigidos ?? [];
  const reinforcement = (body.fatoresExigidos ?? []).filter((fator) => !common.includes(fator));
  const stored = { ...party, ...textsOf(body), reinforcement };
  const parts = saved.draft.parts.map((one) => (one.id === party.id ? stored : one));
  return { ...saved, draft: { ...saved.draft, parts } };
}

/**
 * Reads and writes one document.
 * @param basePath of the environment, as `/v1/sandbox`
 * @param init what opens its file
 */
export function documentSource(
  client: Client,
  basePath: string,
  documentoId: string,
  init: RequestInit = { credentials: 'same-origin' },
): Source {
  const requests = new Requests(client, documentoId);
  const path = `${basePath}/documentos/${encodeURIComponent(documentoId)}/arquivo?tipo=ORIGINAL`;
  return {
    kind: 'documento',
    id: documentoId,
    read: (signal) => requests.read(signal),
    file: (onProgress, signal) => fetchFile(path, onProgress, signal, init),
    steps: (saved, target) =>
      planOf(saved.draft, target, new Date()).map(
        (operation): Step => ({
          key: JSON.stringify(operation),
          run: (signal) => requests.run(saved, operation, signal),
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
      return { at: 'options', name: (campo in operation.body ? campo : 'titulo') as keyof Options };
    case 'excluirSignatario':
      return { at: 'parts' };
    default: {
      const known = campo in operation.body && campo !== 'fatoresExigidos';
      return { at: 'part', id: operation.party.id, name: (known ? campo : 'nome') as keyof Party };
    }
  }
}

/** What the service would not take of a document that was to be sent, as problems; none where it says nothing of the kind. */
export const refusalsOf = (error: unknown): readonly Problem[] =>
  error instanceof ApiError
    ? error.erros.map(({ campo, mensagem, ...ruled }) => ({
        fault: { kind: 'refused', message: mensagem, ...ruled },
        spot: { at: 'campos' },
        blocks: true,
        path: campo,
      }))
    : [];

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
