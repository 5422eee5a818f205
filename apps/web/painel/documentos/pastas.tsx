import { ActionIcon, Badge, Group, Menu, Modal, Stack, TextInput, Title } from '@mantine/core';
import type { Pasta } from '@rubrica/contract';
import { NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { usePanel, usePode } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { Falha } from '../partes/estados.tsx';
import { useForm } from '../partes/formulario.ts';
import { Icone } from '../partes/icone.tsx';
import { Rodape } from '../partes/rodape.tsx';
import { useBase } from '../textos/base.ts';
import { useDocumentos } from '../textos/documentos.ts';
import { usePastas } from './consultas.ts';
import { EscolhaDePasta } from './escolha-de-pasta.tsx';
import { type Branch, type Filters, queryOf, treeOf } from './estado.ts';

type Editing = { readonly pasta: Pasta | null; readonly paiId: string | null } | null;

/** The folders as a tree of filters, with what may be done to them. */
export function Pastas({ filters, onGone }: { readonly filters: Filters; readonly onGone: () => void }) {
  const t = useDocumentos();
  const folders = usePastas();
  const { pode } = usePode();
  const [editing, setEditing] = useState<Editing>(null);
  const tree = treeOf(folders.data ?? []);
  return (
    <nav aria-label={t.pastas.titulo} className="pastas">
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Title order={2} size="h5">
          {t.pastas.titulo}
        </Title>
        {pode('criarPasta') && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.pastas.nova}
            onClick={() => setEditing({ pasta: null, paiId: filters.pastaId })}
          >
            <Icone nome="somar" />
          </ActionIcon>
        )}
      </Group>
      {folders.error && <Falha erro={folders.error} repetir={() => void folders.refetch()} />}
      <ul className="lista-solta">
        <li>
          <LinkDePasta filters={filters} pasta={null} />
        </li>
        <Ramos branches={tree} filters={filters} onEdit={setEditing} onGone={onGone} />
        {pode('restaurarDocumento') && (
          <li>
            <LinkDosExcluidos filters={filters} />
          </li>
        )}
      </ul>
      {editing && <DialogoDePasta editing={editing} onClose={() => setEditing(null)} />}
    </nav>
  );
}

function LinkDePasta({ filters, pasta }: { readonly filters: Filters; readonly pasta: Pasta | null }) {
  const t = useDocumentos();
  const here = !filters.excluidos && filters.pastaId === (pasta?.id ?? null);
  return (
    <Link
      to={{ search: queryOf({ ...filters, pastaId: pasta?.id ?? null, excluidos: false }).toString() }}
      className="pasta-link"
      aria-current={here ? 'page' : undefined}
    >
      <Icone nome={here && pasta ? 'pastaAberta' : pasta ? 'pasta' : 'documento'} />
      <span className="pasta-nome" dir="auto">
        {pasta?.nome ?? t.pastas.todas}
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
function LinkDosExcluidos({ filters }: { readonly filters: Filters }) {
  const t = useDocumentos();
  return (
    <Link
      to={{ search: queryOf({ ...filters, pastaId: null, excluidos: true }).toString() }}
      className="pasta-link"
      aria-current={filters.excluidos ? 'page' : undefined}
    >
      <Icone nome="lixeira" />
      <span className="pasta-nome">{t.excluidos.titulo}</span>
    </Link>
  );
}

interface Below {
  readonly filters: Filters;
  readonly onEdit: (editing: Editing) => void;
  readonly onGone: () => void;
}

function Ramos({ branches, ...props }: Below & { readonly branches: readonly Branch<Pasta>[] }) {
  return branches.map((branch) => <Ramo key={branch.folder.id} branch={branch} {...props} />);
}

function Ramo({ branch, ...props }: Below & { readonly branch: Branch<Pasta> }) {
  const t = useDocumentos();
  const { pode } = usePode();
  const { folder, below } = branch;
  const [open, setOpen] = useState(true);
  return (
    <li>
      <div className="pasta-linha">
        {below.length > 0 && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-expanded={open}
            aria-label={open ? t.pastas.recolher(folder.nome) : t.pastas.abrir(folder.nome)}
            onClick={() => setOpen((now) => !now)}
          >
            <Icone nome={open ? 'baixo' : 'direita'} tamanho={14} />
          </ActionIcon>
        )}
        <LinkDePasta filters={props.filters} pasta={folder} />
        {pode('alterarPasta') && <AcoesDePasta folder={folder} {...props} />}
      </div>
      {open && below.length > 0 && (
        <ul className="lista-solta ramo">
          <Ramos branches={below} {...props} />
        </ul>
      )}
    </li>
  );
}

function AcoesDePasta({ folder, filters, onEdit, onGone }: Below & { readonly folder: Pasta }) {
  const t = useDocumentos();
  const { client } = usePanel();
  const { pode } = usePode();
  const avisos = useAvisos();
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: ['pastas'] });
  const remove = useMutation({
    mutationFn: () => client.excluirPasta({ params: { pastaId: folder.id } }),
    onSuccess: () => {
      refresh();
      if (filters.pastaId === folder.id) onGone();
      // An empty folder holds nothing but its name and place: making it again takes the deletion back.
      avisos.desfazivel(t.pastas.excluida(folder.nome), () => {
        client.criarPasta({ body: { nome: folder.nome, paiId: folder.paiId } }).then(refresh, avisos.erro);
      });
    },
    onError: (error) => avisos.erro(error),
  });
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t.pastas.acoes(folder.nome)}>
          <Icone nome="mais" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icone nome="somar" />} onClick={() => onEdit({ pasta: null, paiId: folder.id })}>
          {t.pastas.nova}
        </Menu.Item>
        <Menu.Item leftSection={<Icone nome="editar" />} onClick={() => onEdit({ pasta: folder, paiId: folder.paiId })}>
          {t.pastas.renomear}
        </Menu.Item>
        {pode('excluirPasta') && (
          <Menu.Item leftSection={<Icone nome="lixeira" />} onClick={() => remove.mutate()}>
            {t.pastas.excluir}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function DialogoDePasta({
  editing,
  onClose,
}: {
  readonly editing: NonNullable<Editing>;
  readonly onClose: () => void;
}) {
  const base = useBase();
  const t = useDocumentos();
  const { client } = usePanel();
  const avisos = useAvisos();
  const queries = useQueryClient();
  const { pasta } = editing;
  const form = useForm(
    { nome: pasta?.nome ?? '', paiId: editing.paiId },
    { nome: (value) => (value.trim() === '' ? t.pastas.informeNome : null) },
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
      avisos.desfazivel(t.pastas.alterada, () => void put(pasta.id, { nome, paiId }).catch(avisos.erro));
    } else {
      await client.criarPasta({ body });
      await queries.invalidateQueries({ queryKey: ['pastas'] });
      avisos.feito(t.pastas.criada);
    }
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={pasta ? t.pastas.renomear : t.pastas.nova}
      closeButtonProps={{ 'aria-label': base.acoes.fechar }}
    >
      <form onSubmit={(event) => void form.submit(event, save)} noValidate>
        <Stack>
          <TextInput label={t.pastas.nome} data-autofocus maxLength={NAME_MAX_CHARS} {...form.text('nome')} />
          <EscolhaDePasta
            rotulo={t.pastas.dentroDe}
            valor={form.values.paiId}
            onValor={(paiId) => form.set('paiId', paiId)}
            {...(pasta ? { exceto: pasta.id } : {})}
          />
          <Rodape recusa={form.fault} onClose={onClose} acao={base.acoes.salvar} ocupado={form.busy} />
        </Stack>
      </form>
    </Modal>
  );
}
