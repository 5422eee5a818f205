import type { DocumentoResumo, Envelope, FatorAutenticacao } from '@rubrica/contract';
import { ApiError, type CallOptions } from '@rubrica/sdk/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { inOrder } from '../../kit/list.ts';
import { usePanel } from '../context.tsx';
import { partyOf } from '../editor/saving/documento.ts';
import { isInPerson, type Party } from '../editor/state/types.ts';
import { useEnvelopeChanged } from './queries.ts';
import { type Person, personsOf, withoutIt } from './state.ts';

/** How far an act over several documents is. */
export interface Walk {
  readonly doneOnes: number;
  readonly total: number;
  /** Seconds the service asked to wait; null while it goes on. */
  readonly pause: number | null;
}

type Call = (options: CallOptions) => Promise<unknown>;

/** A try before may have got as far as this. */
const unlessGone = (error: unknown) => {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
};

const orNull = (text: string) => text.trim() || null;

/** What a document has to know of a person: everything, the document's own factors among theirs. */
function bodyOf(person: Party, { fatoresExigidos }: Pick<DocumentoResumo, 'fatoresExigidos'>) {
  const { funcao, metodoEntrega, travarDados, delegavel, ordem, reinforcement, clienteId } = person;
  const factors: FatorAutenticacao[] | null =
    reinforcement.length > 0 ? [...new Set([...fatoresExigidos, ...reinforcement])] : null;
  return {
    funcao,
    metodoEntrega,
    travarDados,
    presencial: isInPerson(person),
    delegavel,
    ordem,
    clienteId,
    nome: orNull(person.nome),
    email: orNull(person.email),
    telefone: orNull(person.telefone),
    cpf: orNull(person.cpf),
    dataNascimento: orNull(person.dataNascimento),
    fatoresExigidos: factors,
  };
}

/** The same for somebody new, to whom what is not given is left out. */
export function inputOf(person: Party, documento: Pick<DocumentoResumo, 'fatoresExigidos'>) {
  const { funcao, ...rest } = bodyOf(person, documento);
  const given = Object.entries(rest).filter(([, value]) => value !== null);
  return { funcao, ...(Object.fromEntries(given) as { [K in keyof typeof rest]: NonNullable<(typeof rest)[K]> }) };
}

/** Calls one after the other, and how far they are; the envelope and its documents are read again after the last. */
function useOneByOne({ id, documentos }: Envelope) {
  const hasChanged = useEnvelopeChanged();
  const [walk, setWalk] = useState<Walk | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  /** Stops at the first refusal: what was done until then stays, and the page shows where a person is not. */
  const work = async (calls: readonly Call[]) => {
    try {
      for (const [doneOnes, call] of calls.entries()) {
        const now = { doneOnes, total: calls.length };
        setWalk({ ...now, pause: null });
        await call({ onRetry: (seconds) => setWalk({ ...now, pause: Math.ceil(seconds) }) });
      }
    } finally {
      await hasChanged.documentos(id, documentos).catch(() => {});
      setWalk(null);
    }
  };
  /** @param callsOf what an act calls, asked for once the act before it is over and known */
  const each = (callsOf: () => readonly Call[]): Promise<void> => {
    const own = last.current.then(() => work(callsOf()));
    last.current = own.catch(() => {});
    return own;
  };
  return { andamento: walk, each };
}

/** Acts on the people of an envelope: each is done in every document, one after the other. */
export function useEveryone(envelope: Envelope) {
  const { patient } = usePanel();
  const queries = useQueryClient();
  const { andamento: walk, each } = useOneByOne(envelope);
  /** The documents as they are known by now, which the page may not show yet. */
  const current = () => (queries.getQueryData<Envelope>(['envelopes', envelope.id]) ?? envelope).documentos;
  const peopleIn = (chaves: readonly string[]) => inOrder(personsOf(current()), ({ chave }) => chave, chaves);

  const changeIn = (person: Person, body: object): Call[] =>
    person.spots.map(({ documentoId, signatario }) => {
      const params = { documentoId, signatarioId: signatario.id };
      return (options) => patient.alterarSignatario({ params, body, ...options });
    });
  const addTo = (some: readonly DocumentoResumo[], person: Party, key: string): Call[] =>
    some.map((documento) => (options) => {
      const params = { documentoId: documento.id };
      return patient.criarSignatario({ params, body: inputOf(person, documento), ...options, idempotencyKey: key });
    });
  return {
    andamento: walk,
    /** @param key of one wish, the same at each try: nobody is added twice */
    include: (person: Party, key: string) => each(() => addTo(current(), person, key)),
    /** Adds a person to the documents they are not in, as they are in the first of theirs. */
    complete: (person: Person, key: string) =>
      each(() => {
        const first = current().find(({ id }) => id === person.spots[0]?.documentoId);
        const party = first && partyOf(person.signatario, 0, first);
        return party ? addTo(withoutIt(person, current()), party, key) : [];
      }),
    alterar: (person: Person, after: Party) =>
      each(() =>
        person.spots.map(({ documentoId, signatario }) => {
          const documento = current().find(({ id }) => id === documentoId);
          // Their turn is changed by the order of the list.
          const { ordem: _turn, ...body } = bodyOf(after, documento ?? { fatoresExigidos: [] });
          const params = { documentoId, signatarioId: signatario.id };
          return (options) => patient.alterarSignatario({ params, body, ...options });
        }),
      ),
    remover: (person: Person) =>
      each(() =>
        person.spots.map(({ documentoId, signatario }) => {
          const params = { documentoId, signatarioId: signatario.id };
          return (options) => patient.excluirSignatario({ params, ...options }).catch(unlessGone);
        }),
      ),
    /** Gives everybody the turn of their place in a list, by key, where it is not theirs yet. */
    sort: (chaves: readonly string[]) => each(() => turns(peopleIn(chaves), changeIn)),
    /** Whether people sign one after the other, in every document; if so, in the order of a list, by key. */
    inOrder: (ordenado: boolean, chaves: readonly string[]) =>
      each(() => [
        ...(ordenado ? turns(peopleIn(chaves), changeIn) : []),
        ...current()
          .filter((documento) => documento.ordenado !== ordenado)
          .map(
            ({ id }) =>
              (options: CallOptions) =>
                patient.alterarDocumento({ params: { documentoId: id }, body: { ordenado }, ...options }),
          ),
      ]),
  };
}

const turns = (persons: readonly Person[], changeIn: (person: Person, body: object) => Call[]): Call[] =>
  persons.flatMap((person, index) => {
    const spots = person.spots.filter(({ signatario }) => signatario.ordem !== index + 1);
    return changeIn({ ...person, spots }, { ordem: index + 1 });
  });
