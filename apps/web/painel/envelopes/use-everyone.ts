import type { DocumentoResumo, Envelope, FatorAutenticacao } from '@rubrica/contract';
import { RubricaError } from '@rubrica/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { inOrder } from '../../kit/list.ts';
import { patiently } from '../api/patience.ts';
import { usePanel } from '../context.tsx';
import { partyOf } from '../editor/saving/documento.ts';
import type { Party } from '../editor/state/types.ts';
import { useEnvelopeChanged } from './queries.ts';
import { type Person, personsOf, withoutIt } from './state.ts';

/** How far an act over several documents is. */
export interface Andamento {
  readonly doneOnes: number;
  readonly total: number;
  /** Seconds the service asked to wait; null while it goes on. */
  readonly pause: number | null;
}

type Call = () => Promise<unknown>;

/** A try before may have got as far as this. */
const unlessGone = (error: unknown) => {
  if (!(error instanceof RubricaError) || error.status !== 404) throw error;
};

const orNull = (text: string) => text.trim() || null;

/** What a document has to know of a person: everything, the document's own factors among theirs. */
function corpoDe(person: Party, { fatoresExigidos }: Pick<DocumentoResumo, 'fatoresExigidos'>) {
  const { funcao, metodoEntrega, travarDados, ordem, reinforcement } = person;
  const factors: FatorAutenticacao[] | null =
    reinforcement.length > 0 ? [...new Set([...fatoresExigidos, ...reinforcement])] : null;
  return {
    funcao,
    metodoEntrega,
    travarDados,
    ordem,
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
  const { funcao, ...rest } = corpoDe(person, documento);
  const given = Object.entries(rest).filter(([, value]) => value !== null);
  return { funcao, ...(Object.fromEntries(given) as { [K in keyof typeof rest]: NonNullable<(typeof rest)[K]> }) };
}

/** Calls one after the other, and how far they are; the envelope and its documents are read again after the last. */
function useOneByOne({ id, documentos }: Envelope) {
  const hasChanged = useEnvelopeChanged();
  const [andamento, setAndamento] = useState<Andamento | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  /** Stops at the first refusal: what was done until then stays, and the page shows where a person is not. */
  const work = async (calls: readonly Call[]) => {
    try {
      for (const [doneOnes, call] of calls.entries()) {
        const now = { doneOnes, total: calls.length };
        setAndamento({ ...now, pause: null });
        await patiently(call, (pause) => setAndamento({ ...now, pause }));
      }
    } finally {
      await hasChanged.documentos(id, documentos).catch(() => {});
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
export function useEveryone(envelope: Envelope) {
  const { client } = usePanel();
  const queries = useQueryClient();
  const { andamento, each } = useOneByOne(envelope);
  /** The documents as they are known by now, which the page may not show yet. */
  const current = () => (queries.getQueryData<Envelope>(['envelopes', envelope.id]) ?? envelope).documentos;
  const peopleIn = (chaves: readonly string[]) => inOrder(personsOf(current()), ({ chave }) => chave, chaves);

  const changeIn = (person: Person, body: object): Call[] =>
    person.spots.map(({ documentoId, signatario }) => {
      const params = { documentoId, signatarioId: signatario.id };
      return () => client.alterarSignatario({ params, body });
    });
  const addTo = (some: readonly DocumentoResumo[], person: Party, key: string): Call[] =>
    some.map((documento) => () => {
      const params = { documentoId: documento.id };
      return client.criarSignatario({ params, body: inputOf(person, documento), idempotencyKey: key });
    });
  return {
    andamento,
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
          const { ordem: _turn, ...body } = corpoDe(after, documento ?? { fatoresExigidos: [] });
          const params = { documentoId, signatarioId: signatario.id };
          return () => client.alterarSignatario({ params, body });
        }),
      ),
    remover: (person: Person) =>
      each(() =>
        person.spots.map(({ documentoId, signatario }) => {
          const params = { documentoId, signatarioId: signatario.id };
          return () => client.excluirSignatario({ params }).catch(unlessGone);
        }),
      ),
    /** Gives everybody the turn of their place in a list, by key, where it is not theirs yet. */
    sort: (chaves: readonly string[]) => each(() => turns(peopleIn(chaves), changeIn)),
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

const turns = (persons: readonly Person[], changeIn: (person: Person, body: object) => Call[]): Call[] =>
  persons.flatMap((person, index) => {
    const spots = person.spots.filter(({ signatario }) => signatario.ordem !== index + 1);
    return changeIn({ ...person, spots }, { ordem: index + 1 });
  });
