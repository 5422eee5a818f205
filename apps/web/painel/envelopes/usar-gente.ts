import type { DocumentoResumo, Envelope, FatorAutenticacao } from '@rubrica/contract';
import { RubricaError } from '@rubrica/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { inOrder } from '../../kit/list.ts';
import { comPaciencia } from '../api/paciencia.ts';
import { usePanel } from '../contexto.tsx';
import type { Party } from '../editor/estado/tipos.ts';
import { partyOf } from '../editor/salvar/documento.ts';
import { useMudouEnvelope } from './consultas.ts';
import { type Pessoa, pessoasDe, semEla } from './estado.ts';

/** How far an act over several documents is. */
export interface Andamento {
  readonly feitos: number;
  readonly total: number;
  /** Seconds the service asked to wait; null while it goes on. */
  readonly pausa: number | null;
}

type Call = () => Promise<unknown>;

/** A try before may have got as far as this. */
const unlessGone = (error: unknown) => {
  if (!(error instanceof RubricaError) || error.status !== 404) throw error;
};

const orNull = (text: string) => text.trim() || null;

/** What a document has to know of a person: everything, the document's own factors among theirs. */
function corpoDe(pessoa: Party, { fatoresExigidos }: Pick<DocumentoResumo, 'fatoresExigidos'>) {
  const { funcao, metodoEntrega, travarDados, ordem, reforco } = pessoa;
  const factors: FatorAutenticacao[] | null =
    reforco.length > 0 ? [...new Set([...fatoresExigidos, ...reforco])] : null;
  return {
    funcao,
    metodoEntrega,
    travarDados,
    ordem,
    nome: orNull(pessoa.nome),
    email: orNull(pessoa.email),
    telefone: orNull(pessoa.telefone),
    cpf: orNull(pessoa.cpf),
    dataNascimento: orNull(pessoa.dataNascimento),
    fatoresExigidos: factors,
  };
}

/** The same for somebody new, to whom what is not given is left out. */
export function entradaDe(pessoa: Party, documento: Pick<DocumentoResumo, 'fatoresExigidos'>) {
  const { funcao, ...rest } = corpoDe(pessoa, documento);
  const given = Object.entries(rest).filter(([, value]) => value !== null);
  return { funcao, ...(Object.fromEntries(given) as { [K in keyof typeof rest]: NonNullable<(typeof rest)[K]> }) };
}

/** Calls one after the other, and how far they are; the envelope and its documents are read again after the last. */
function useUmPorUm({ id, documentos }: Envelope) {
  const mudou = useMudouEnvelope();
  const [andamento, setAndamento] = useState<Andamento | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  /** Stops at the first refusal: what was done until then stays, and the page shows where a person is not. */
  const work = async (calls: readonly Call[]) => {
    try {
      for (const [feitos, call] of calls.entries()) {
        const now = { feitos, total: calls.length };
        setAndamento({ ...now, pausa: null });
        await comPaciencia(call, (pausa) => setAndamento({ ...now, pausa }));
      }
    } finally {
      await mudou.documentos(id, documentos).catch(() => {});
      setAndamento(null);
    }
  };
  /** @param callsOf what an act calls, asked for once the act before it is over and known */
  const each = (callsOf: () => readonly Call[]): Promise<void> => {
    const own = last.current.then(() => work(callsOf()));
    last.current = own.catch(() => {});
    return own;
  };
  return { andamento, each };
}

/** Acts on the people of an envelope: each is done in every document, one after the other. */
export function useGente(envelope: Envelope) {
  const { client } = usePanel();
  const queries = useQueryClient();
  const { andamento, each } = useUmPorUm(envelope);
  /** The documents as they are known by now, which the page may not show yet. */
  const current = () => (queries.getQueryData<Envelope>(['envelopes', envelope.id]) ?? envelope).documentos;
  const peopleIn = (chaves: readonly string[]) => inOrder(pessoasDe(current()), ({ chave }) => chave, chaves);

  const changeIn = (pessoa: Pessoa, body: object): Call[] =>
    pessoa.lugares.map(({ documentoId, signatario }) => {
      const params = { documentoId, signatarioId: signatario.id };
      return () => client.alterarSignatario({ params, body });
    });
  const addTo = (some: readonly DocumentoResumo[], pessoa: Party, key: string): Call[] =>
    some.map((documento) => () => {
      const params = { documentoId: documento.id };
      return client.criarSignatario({ params, body: entradaDe(pessoa, documento), idempotencyKey: key });
    });
  return {
    andamento,
    /** @param key of one wish, the same at each try: nobody is added twice */
    incluir: (pessoa: Party, key: string) => each(() => addTo(current(), pessoa, key)),
    /** Adds a person to the documents they are not in, as they are in the first of theirs. */
    completar: (pessoa: Pessoa, key: string) =>
      each(() => {
        const first = current().find(({ id }) => id === pessoa.lugares[0]?.documentoId);
        const party = first && partyOf(pessoa.signatario, 0, first);
        return party ? addTo(semEla(pessoa, current()), party, key) : [];
      }),
    alterar: (pessoa: Pessoa, depois: Party) =>
      each(() =>
        pessoa.lugares.map(({ documentoId, signatario }) => {
          const documento = current().find(({ id }) => id === documentoId);
          // Their turn is changed by the order of the list.
          const { ordem: _turn, ...body } = corpoDe(depois, documento ?? { fatoresExigidos: [] });
          const params = { documentoId, signatarioId: signatario.id };
          return () => client.alterarSignatario({ params, body });
        }),
      ),
    remover: (pessoa: Pessoa) =>
      each(() =>
        pessoa.lugares.map(({ documentoId, signatario }) => {
          const params = { documentoId, signatarioId: signatario.id };
          return () => client.excluirSignatario({ params }).catch(unlessGone);
        }),
      ),
    /** Gives everybody the turn of their place in a list, by key, where it is not theirs yet. */
    ordenar: (chaves: readonly string[]) => each(() => turns(peopleIn(chaves), changeIn)),
    /** Whether people sign one after the other, in every document; if so, in the order of a list, by key. */
    emOrdem: (ordenado: boolean, chaves: readonly string[]) =>
      each(() => [
        ...(ordenado ? turns(peopleIn(chaves), changeIn) : []),
        ...current()
          .filter((documento) => documento.ordenado !== ordenado)
          .map(
            ({ id }) =>
              () =>
                client.alterarDocumento({ params: { documentoId: id }, body: { ordenado } }),
          ),
      ]),
  };
}

const turns = (pessoas: readonly Pessoa[], changeIn: (pessoa: Pessoa, body: object) => Call[]): Call[] =>
  pessoas.flatMap((pessoa, index) => {
    const lugares = pessoa.lugares.filter(({ signatario }) => signatario.ordem !== index + 1);
    return changeIn({ ...pessoa, lugares }, { ordem: index + 1 });
  });
