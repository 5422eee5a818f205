import { Checkbox } from '@mantine/core';
import { ApiError } from '@rubrica/sdk/client';
import { useCallback, useState } from 'react';
import { safeStorage } from '../api/session.ts';
import { useIsAllowed, usePanel } from '../context.tsx';
import { useBase } from '../texts/base.ts';
import { entryOf, type Typed } from './person.ts';
import { useContactsChanged } from './queries.ts';

const KEY = 'rubrica.painel.guardar-contatos';
const wished = () => safeStorage()?.getItem(KEY) === 'sim';

/**
 * Whom the sender wants kept, by the id the form gives the person. It ends with the page: who is sent after a reload is kept
 * only if the sender says so again.
 */
const choices = new Map<string, boolean>();

const isToBeKept = (id: string): boolean => choices.get(id) ?? false;

/** The box stands as it was left the last time. */
function begin(id: string): boolean {
  if (!choices.has(id)) choices.set(id, wished());
  return isToBeKept(id);
}

/** The box that says whether a person is kept once the document is sent. */
export function KeepBox({ id, disabled = false }: { readonly id: string; readonly disabled?: boolean }) {
  const t = useBase();
  const { isAllowed } = useIsAllowed();
  const [keep, setKeep] = useState(() => begin(id));
  if (!isAllowed('criarCliente')) return null;
  const choose = (chosen: boolean) => {
    choices.set(id, chosen);
    safeStorage()?.setItem(KEY, chosen ? 'sim' : 'nao');
    setKeep(chosen);
  };
  return (
    <Checkbox
      size="sm"
      label={t.contacts.keep}
      description={t.contacts.keepHint}
      checked={keep}
      disabled={disabled}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  );
}

/**
 * Keeps those of the people whose box says so, after what they were typed for was done. Somebody whose e-mail is in the
 * registry is there already; what else is refused keeps nobody from having sent.
 */
export function useKeeping() {
  const { client } = usePanel();
  const changed = useContactsChanged();
  return useCallback(
    async (people: readonly (Typed & { readonly id: string })[]): Promise<void> => {
      const wanted = people.filter(({ id }) => isToBeKept(id));
      for (const { id, nome, email, telefone, cpf, dataNascimento } of wanted) {
        const body = entryOf({ nome, email, telefone, cpf, dataNascimento });
        if (!body) continue;
        await client.criarCliente({ body }).catch((error) => {
          if (!(error instanceof ApiError)) throw error;
        });
        choices.delete(id);
      }
      if (wanted.length > 0) changed();
    },
    [client, changed],
  );
}
