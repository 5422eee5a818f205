import { ActionIcon, Button, Group, Menu, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Cliente } from '@rubrica/contract';
import { useState } from 'react';
import { useIsAllowed } from '../context.tsx';
import { Icon } from '../parts/icon.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { useContatos } from '../texts/contatos.ts';
import { ContactDialog, RemoveContact } from './dialogs.tsx';
import { ImportContacts } from './import.tsx';
import styles from './list.module.css';
import { useContactList } from './queries.ts';

/** What a dialog is open for. */
type Task =
  | { readonly what: 'fresh' | 'import' }
  | { readonly what: 'edit' | 'remove'; readonly person: Cliente }
  | null;

/** `/contatos` */
export function Component() {
  const t = useContatos();
  const { isAllowed } = useIsAllowed();
  const [typed, setTyped] = useState('');
  const [busca] = useDebouncedValue(typed.trim(), 250);
  const [task, setTask] = useState<Task>(null);
  const list = useContactList(busca);
  const people = list.data?.pages.flatMap(({ itens }) => itens) ?? [];
  const mayWrite = isAllowed('criarCliente');
  const close = () => setTask(null);
  const acts = mayWrite && <Acts onTask={setTask} />;
  const searching = list.isPlaceholderData || busca !== typed.trim();
  const nobody = list.data !== undefined && people.length === 0;
  return (
    <Screen
      title={t.titulo}
      together={
        list.data && (
          <Text c="dimmed" size="sm" role="status">
            {t.total(list.data.pages.at(-1)?.total ?? 0)}
          </Text>
        )
      }
      actions={acts}
    >
      {(typed !== '' || !nobody) && <Search typed={typed} onTyped={setTyped} />}
      {list.error && <Failure erro={list.error} repeat={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {nobody && busca === '' && <Empty drawing="person" titulo={t.list.blankTitle} texto={t.list.blankText} />}
      {nobody && busca !== '' && (
        <Empty drawing="search" titulo={t.list.nothing} texto={t.list.nothingText}>
          <Button variant="default" onClick={() => setTyped('')}>
            {t.list.clear}
          </Button>
        </Empty>
      )}
      {people.length > 0 && (
        <ul className="plain-list framed-list" aria-label={t.list.rotulo} aria-busy={searching}>
          {people.map((person) => (
            <li key={person.id} className={styles.row}>
              <Row person={person} onTask={mayWrite ? setTask : null} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && !searching && (
        <Group justify="center">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t.list.more}
          </Button>
        </Group>
      )}
      {task?.what === 'fresh' && <ContactDialog person={null} onClose={close} />}
      {task?.what === 'edit' && <ContactDialog person={task.person} onClose={close} />}
      {task?.what === 'remove' && <RemoveContact person={task.person} onClose={close} />}
      {task?.what === 'import' && <ImportContacts onClose={close} />}
    </Screen>
  );
}

function Acts({ onTask }: { readonly onTask: (task: Task) => void }) {
  const t = useContatos();
  return (
    <>
      <Button variant="default" leftSection={<Icon name="table" />} onClick={() => onTask({ what: 'import' })}>
        {t.importing.action}
      </Button>
      <Button leftSection={<Icon name="plus" />} onClick={() => onTask({ what: 'fresh' })}>
        {t.fresh}
      </Button>
    </>
  );
}

function Search({ typed, onTyped }: { readonly typed: string; readonly onTyped: (typed: string) => void }) {
  const t = useContatos();
  return (
    <TextInput
      type="search"
      className={styles.search}
      aria-label={t.list.busca}
      placeholder={t.list.busca}
      maxLength={200}
      leftSection={<Icon name="search" />}
      value={typed}
      onChange={(event) => onTyped(event.currentTarget.value)}
      rightSection={
        typed !== '' && (
          <ActionIcon variant="subtle" color="gray" aria-label={t.list.clear} onClick={() => onTyped('')}>
            <Icon name="cancel" />
          </ActionIcon>
        )
      }
    />
  );
}

function Row({ person, onTask }: { readonly person: Cliente; readonly onTask: ((task: Task) => void) | null }) {
  const t = useContatos();
  const { nome, email, telefone, referenciaExterna } = person;
  return (
    <>
      <div className={styles.who}>
        <strong className="break-anywhere" dir="auto">
          {nome}
        </strong>
        <Text size="sm" c="dimmed" className="break-anywhere">
          {[email, telefone, referenciaExterna].filter((one) => one !== null).join(' · ')}
        </Text>
      </div>
      {onTask && (
        <Menu position="bottom-end" withinPortal={false}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={44} aria-label={t.list.actions(nome)}>
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Icon name="edit" />} onClick={() => onTask({ what: 'edit', person })}>
              {t.list.edit}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="bin" />} onClick={() => onTask({ what: 'remove', person })}>
              {t.list.remove}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
