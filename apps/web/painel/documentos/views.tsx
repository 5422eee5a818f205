import { ActionIcon, Button, Group, Popover, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '../parts/icon.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useDocumentos } from '../texts/documentos.ts';
import { type Filters, isFiltered, queryOf } from './filters.ts';
import styles from './views.module.css';
import { useViews, VIEW_NAME_MAX_CHARS } from './views.ts';

/** The views kept, each a link, and a way to keep the one shown. */
export function Views({ filters }: { readonly filters: Filters }) {
  const t = useDocumentos().views;
  const notices = useNotices();
  const { views, full, keep, forget, restore } = useViews();
  const query = queryOf(filters).toString();
  const isNew = isFiltered(filters) && !full && !views.some((view) => view.query === query);
  if (views.length === 0 && !isNew) return null;
  return (
    <Group gap="xs" role="group" aria-label={t.rotulo}>
      {views.map((view) => (
        <span key={view.nome} className={styles.view} data-here={view.query === query || undefined}>
          <Link
            to={{ search: view.query }}
            className={styles.name}
            dir="auto"
            {...(view.query === query ? { 'aria-current': true as const } : {})}
          >
            {view.nome}
          </Link>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t.forget(view.nome)}
            onClick={() => {
              forget(view);
              notices.undoable(t.forgotten(view.nome), () => restore(views));
            }}
          >
            <Icon name="cancel" size={14} />
          </ActionIcon>
        </span>
      ))}
      {isNew && <KeepView onKeep={(nome) => keep({ nome, query })} />}
    </Group>
  );
}

function KeepView({ onKeep }: { readonly onKeep: (nome: string) => void }) {
  const t = useDocumentos().views;
  const [asking, setAsking] = useState(false);
  const [nome, setNome] = useState('');
  return (
    <Popover opened={asking} onChange={setAsking} withinPortal={false} trapFocus position="bottom-start">
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => setAsking((now) => !now)}
        >
          {t.keep}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (nome.trim() !== '') onKeep(nome.trim());
          }}
        >
          <TextInput
            label={t.nome}
            maxLength={VIEW_NAME_MAX_CHARS}
            value={nome}
            onChange={(event) => setNome(event.currentTarget.value)}
          />
          <Text size="xs" c="dimmed">
            {t.where}
          </Text>
          <Button type="submit" size="xs" disabled={nome.trim() === ''}>
            {t.save}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
