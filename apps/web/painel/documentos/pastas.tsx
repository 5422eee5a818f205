import { ActionIcon, Badge, Group, Menu, TextInput, Title } from '@mantine/core';
import type { Pasta } from '@rubrica/contract';
import { NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useIsAllowed, usePanel } from '../context.tsx';
import { useAddress } from '../parts/address.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Failure } from '../parts/states.tsx';
import { useBase } from '../texts/base.ts';
import { useDocumentos } from '../texts/documentos.ts';
import { type Filters, filtersOf, NO_FILTERS, narrowingOf, queryOf } from './filters.ts';
import { PastaChoice } from './pasta-choice.tsx';
import styles from './pastas.module.css';
import { DELETED, LIST } from './places.ts';
import { usePastas } from './queries.ts';
import { type Branch, treeOf } from './state.ts';

type Editing = { readonly pasta: Pasta | null; readonly paiId: string | null } | null;

/** The folders as a tree of filters of the list, with what may be done to them. For the navigation. */
export default function Pastas() {
  const t = useDocumentos();
  const { pathname } = useLocation();
  const [query, put] = useAddress();
  const filters = pathname === LIST || pathname === DELETED ? filtersOf(query) : NO_FILTERS;
  const onGone = () => put({ pasta: null });
  const folders = usePastas();
  const { isAllowed } = useIsAllowed();
  const [editing, setEditing] = useState<Editing>(null);
  const tree = treeOf(folders.data ?? []);
  return (
    <nav aria-label={t.pastas.titulo} className={styles.pastas}>
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Title order={2} size="h5">
          {t.pastas.titulo}
        </Title>
        {isAllowed('criarPasta') && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.pastas.fresh}
            onClick={() => setEditing({ pasta: null, paiId: filters.pastaId })}
          >
            <Icon name="plus" />
          </ActionIcon>
        )}
      </Group>
      {folders.error && <Failure erro={folders.error} repeat={() => void folders.refetch()} />}
      <ul className="plain-list">
        <li>
          <PastaLink filters={filters} pasta={null} />
        </li>
        <BranchRows branches={tree} filters={filters} onEdit={setEditing} onGone={onGone} />
        {isAllowed('restaurarDocumento') && (
          <li>
            <DeletedLink filters={filters} />
          </li>
        )}
      </ul>
      {editing && <PastaDialog editing={editing} onClose={() => setEditing(null)} />}
    </nav>
  );
}

function PastaLink({ filters, pasta }: { readonly filters: Filters; readonly pasta: Pasta | null }) {
  const t = useDocumentos();
  const atList = useLocation().pathname === LIST;
  const here = atList && filters.pastaId === (pasta?.id ?? null);
  return (
    <Link
      to={{ pathname: LIST, search: queryOf({ ...filters, pastaId: pasta?.id ?? null }).toString() }}
      className={styles.link}
      aria-current={here ? 'page' : undefined}
    >
      <Icon name={here && pasta ? 'pastaOpen' : pasta ? 'pasta' : 'documento'} />
      <span className={styles.name} dir="auto">
        {pasta?.nome ?? t.pastas.allItems}
      </span>
      {pasta && pasta.quantidadeDocumentos > 0 && (
        <Badge size="sm" variant="light" color="gray">
          {pasta.quantidadeDocumentos}
        </Badge>
      )}
    </Link>
  );
}

/** Where deleted documents are while they can be brought back. */
function DeletedLink({ filters }: { readonly filters: Filters }) {
  const t = useDocumentos();
  const here = useLocation().pathname === DELETED;
  return (
    <Link
      to={{ pathname: DELETED, search: queryOf(narrowingOf(filters)).toString() }}
      className={styles.link}
      aria-current={here ? 'page' : undefined}
    >
      <Icon name="bin" />
      <span className={styles.name}>{t.excluidos.titulo}</span>
    </Link>
  );
}

interface Below {
  readonly filters: Filters;
  readonly onEdit: (editing: Editing) => void;
  readonly onGone: () => void;
}

function BranchRows({ branches, ...props }: Below & { readonly branches: readonly Branch<Pasta>[] }) {
  return branches.map((branch) => <BranchRow key={branch.folder.id} branch={branch} {...props} />);
}

function BranchRow({ branch, ...props }: Below & { readonly branch: Branch<Pasta> }) {
  const t = useDocumentos();
  const { isAllowed } = useIsAllowed();
  const { folder, below } = branch;
  const [open, setOpen] = useState(true);
  return (
    <li>
      <div className={styles.row}>
        {below.length > 0 && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-expanded={open}
            aria-label={open ? t.pastas.collapse(folder.nome) : t.pastas.open(folder.nome)}
            onClick={() => setOpen((now) => !now)}
          >
            <Icon name={open ? 'low' : 'right'} size={14} />
          </ActionIcon>
        )}
        <PastaLink filters={props.filters} pasta={folder} />
        {isAllowed('alterarPasta') && <PastaActions folder={folder} {...props} />}
      </div>
      {open && below.length > 0 && (
        <ul className={`plain-list ${styles.branch}`}>
          <BranchRows branches={below} {...props} />
        </ul>
      )}
    </li>
  );
}

function PastaActions({ folder, filters, onEdit, onGone }: Below & { readonly folder: Pasta }) {
  const t = useDocumentos();
  const { client } = usePanel();
  const { isAllowed } = useIsAllowed();
  const notices = useNotices();
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: ['pastas'] });
  const remove = useMutation({
    mutationFn: () => client.excluirPasta({ params: { pastaId: folder.id } }),
    onSuccess: () => {
      refresh();
      if (filters.pastaId === folder.id) onGone();
      // An empty folder holds nothing but its name and place: making it again takes the deletion back.
      notices.undoable(t.pastas.deleted(folder.nome), () => {
        client.criarPasta({ body: { nome: folder.nome, paiId: folder.paiId } }).then(refresh, notices.erro);
      });
    },
    onError: (error) => notices.erro(error),
  });
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t.pastas.actions(folder.nome)}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="plus" />} onClick={() => onEdit({ pasta: null, paiId: folder.id })}>
          {t.pastas.fresh}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="edit" />} onClick={() => onEdit({ pasta: folder, paiId: folder.paiId })}>
          {t.pastas.rename}
        </Menu.Item>
        {isAllowed('excluirPasta') && (
          <Menu.Item leftSection={<Icon name="bin" />} onClick={() => remove.mutate()}>
            {t.pastas.excluir}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function PastaDialog({ editing, onClose }: { readonly editing: NonNullable<Editing>; readonly onClose: () => void }) {
  const base = useBase();
  const t = useDocumentos();
  const { client } = usePanel();
  const notices = useNotices();
  const queries = useQueryClient();
  const { pasta } = editing;
  const form = useForm(
    { nome: pasta?.nome ?? '', paiId: editing.paiId },
    { nome: (value) => (value.trim() === '' ? t.pastas.giveName : null) },
  );
  const save = async () => {
    const body = { nome: form.values.nome.trim(), paiId: form.values.paiId };
    const put = async (pastaId: string, wanted: typeof body) => {
      await client.alterarPasta({ params: { pastaId }, body: wanted });
      await queries.invalidateQueries({ queryKey: ['pastas'] });
    };
    if (pasta) {
      const { nome, paiId } = pasta;
      await put(pasta.id, body);
      notices.undoable(t.pastas.changed, () => void put(pasta.id, { nome, paiId }).catch(notices.erro));
    } else {
      await client.criarPasta({ body });
      await queries.invalidateQueries({ queryKey: ['pastas'] });
      notices.done(t.pastas.created);
    }
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title={pasta ? t.pastas.rename : t.pastas.fresh}
      onSubmit={(event) => void form.submit(event, save)}
    >
      <TextInput label={t.pastas.nome} data-autofocus maxLength={NAME_MAX_CHARS} {...form.text('nome')} />
      <PastaChoice
        rotulo={t.pastas.insideOf}
        valor={form.values.paiId}
        onValor={(paiId) => form.set('paiId', paiId)}
        {...(pasta ? { except: pasta.id } : {})}
      />
      <Footer refusal={form.fault} onClose={onClose} acao={base.actions.save} busy={form.busy} />
    </Dialog>
  );
}
