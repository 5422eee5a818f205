import { Button, Menu, Textarea, TextInput } from '@mantine/core';
import type { EscopoModelo, Modelo } from '@rubrica/contract';
import { TEMPLATE_SCOPES } from '@rubrica/contract/enums';
import { DESCRIPTION_MAX_CHARS, NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useIsAllowed, useMember, usePanel } from '../context.tsx';
import { Choice } from '../parts/choice.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { MoreActions } from '../parts/more-actions.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useBase } from '../texts/base.ts';
import { useModelos } from '../texts/modelos.ts';
import { useModeloChanged } from './queries.ts';

/** What this person may do with this template; the rest is not there. */
export function ModeloActions({ modelo }: { readonly modelo: Modelo }) {
  const t = useModelos();
  const { basePath } = usePanel();
  const { isAllowed, mayIn } = useIsAllowed();
  const remove = useDelete(modelo);
  const [editing, setEditing] = useState(false);
  const here = `/modelos/${modelo.id}`;
  const may = {
    use: isAllowed('criarDocumentoDeModelo'),
    change: mayIn('alterarModelo', modelo),
    remove: mayIn('excluirModelo', modelo),
  };
  return (
    <>
      {may.use && (
        <>
          <Button component={Link} to={`${here}/usar`} leftSection={<Icon name="send" />}>
            {t.pagina.use}
          </Button>
          <Button component={Link} to={`${here}/planilha`} variant="default" leftSection={<Icon name="table" />}>
            {t.pagina.spreadsheet}
          </Button>
        </>
      )}
      {may.change && (
        <Button component={Link} to={`${here}/preparar`} variant="default" leftSection={<Icon name="edit" />}>
          {t.pagina.prepare}
        </Button>
      )}
      <MoreActions>
        <Menu.Item
          component="a"
          href={`${basePath}/modelos/${modelo.id}/arquivo`}
          download
          leftSection={<Icon name="download" />}
        >
          {t.pagina.baixar}
        </Menu.Item>
        {may.change && (
          <Menu.Item leftSection={<Icon name="configure" />} onClick={() => setEditing(true)}>
            {t.pagina.alterar}
          </Menu.Item>
        )}
        {may.remove && (
          <Menu.Item leftSection={<Icon name="bin" />} onClick={remove}>
            {t.pagina.excluir}
          </Menu.Item>
        )}
      </MoreActions>
      {editing && <Edit modelo={modelo} onClose={() => setEditing(false)} />}
    </>
  );
}

/** Deletes after some seconds in which it can be taken back: the service has no way to undelete. */
function useDelete(modelo: Modelo) {
  const t = useModelos();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useModeloChanged();
  const navigate = useNavigate();
  return () => {
    void navigate('/modelos');
    notices.deferred(t.pagina.excluido, {
      make: () =>
        client.excluirModelo({ params: { modeloId: modelo.id } }).then(() => hasChanged.modelos(), notices.erro),
      undo: () => void navigate(`/modelos/${modelo.id}`),
    });
  };
}

/** Name, description, and who sees it; taken back by giving back what was there. */
function Edit({ modelo, onClose }: { readonly modelo: Modelo; readonly onClose: () => void }) {
  const base = useBase();
  const t = useModelos();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useModeloChanged();
  const { membroId } = useMember().organizacao;
  const { nome, descricao, escopo } = modelo;
  // Kept to its maker alone it would be gone for anybody else who did that.
  const escopos = TEMPLATE_SCOPES.filter((one) => one === escopo || one !== 'PESSOAL' || modelo.criadoPor === membroId);
  const form = useForm(
    { nome, descricao: descricao ?? '', escopo },
    { nome: (value) => (value.trim() === '' ? t.dialog.giveName : null) },
  );
  const write = async (body: { nome: string; descricao: string | null; escopo: EscopoModelo }) =>
    hasChanged.modelo(await client.alterarModelo({ params: { modeloId: modelo.id }, body }));
  const save = async () => {
    const { values } = form;
    await write({ nome: values.nome.trim(), descricao: values.descricao.trim() || null, escopo: values.escopo });
    notices.undoable(t.pagina.saved, () => void write({ nome, descricao, escopo }).catch(notices.erro));
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={t.dialog.titulo} onSubmit={(event) => void form.submit(event, save)}>
      <TextInput label={t.dialog.nome} data-autofocus dir="auto" maxLength={NAME_MAX_CHARS} {...form.text('nome')} />
      <Textarea
        label={t.dialog.descricao}
        description={t.dialog.descriptionHint}
        autosize
        minRows={2}
        maxRows={6}
        dir="auto"
        maxLength={DESCRIPTION_MAX_CHARS}
        {...form.text('descricao')}
      />
      <Choice
        rotulo={t.dialog.whoSees}
        options={escopos.map((value) => ({ value, texto: t.escopo[value], hint: t.dialog.reach[value] }))}
        valor={form.values.escopo}
        onValor={(value) => form.set('escopo', value)}
        issue={form.problem('escopo')}
      />
      <Footer refusal={form.fault} onClose={onClose} acao={base.actions.save} busy={form.busy} />
    </Dialog>
  );
}
