import { Button, Menu, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import type { EscopoModelo, Modelo } from '@rubrica/contract';
import { ESCOPOS_MODELO } from '@rubrica/contract/enums';
import { DESCRIPTION_MAX_CHARS, NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useMember, usePanel, usePode } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { Escolha } from '../partes/escolha.tsx';
import { useForm } from '../partes/formulario.ts';
import { Icone } from '../partes/icone.tsx';
import { MaisAcoes } from '../partes/mais-acoes.tsx';
import { Rodape } from '../partes/rodape.tsx';
import { useBase } from '../textos/base.ts';
import { useModelos } from '../textos/modelos.ts';
import { useMudouModelo } from './consultas.ts';

/** What this person may do with this template; the rest is not there. */
export function AcoesDoModelo({ modelo }: { readonly modelo: Modelo }) {
  const t = useModelos();
  const { basePath } = usePanel();
  const { pode, podeEm } = usePode();
  const remove = useExcluir(modelo);
  const [editing, setEditing] = useState(false);
  const here = `/modelos/${modelo.id}`;
  const may = {
    use: pode('criarDocumentoDeModelo'),
    change: podeEm('alterarModelo', modelo),
    remove: podeEm('excluirModelo', modelo),
  };
  return (
    <>
      {may.use && (
        <>
          <Button component={Link} to={`${here}/usar`} leftSection={<Icone nome="enviar" />}>
            {t.pagina.usar}
          </Button>
          <Button component={Link} to={`${here}/planilha`} variant="default" leftSection={<Icone nome="tabela" />}>
            {t.pagina.planilha}
          </Button>
        </>
      )}
      {may.change && (
        <Button component={Link} to={`${here}/preparar`} variant="default" leftSection={<Icone nome="editar" />}>
          {t.pagina.preparar}
        </Button>
      )}
      <MaisAcoes>
        <Menu.Item
          component="a"
          href={`${basePath}/modelos/${modelo.id}/arquivo`}
          download
          leftSection={<Icone nome="baixar" />}
        >
          {t.pagina.baixar}
        </Menu.Item>
        {may.change && (
          <Menu.Item leftSection={<Icone nome="configurar" />} onClick={() => setEditing(true)}>
            {t.pagina.alterar}
          </Menu.Item>
        )}
        {may.remove && (
          <Menu.Item leftSection={<Icone nome="lixeira" />} onClick={remove}>
            {t.pagina.excluir}
          </Menu.Item>
        )}
      </MaisAcoes>
      {editing && <Alterar modelo={modelo} onClose={() => setEditing(false)} />}
    </>
  );
}

/** Deletes after some seconds in which it can be taken back: the service has no way to undelete. */
function useExcluir(modelo: Modelo) {
  const t = useModelos();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudouModelo();
  const navigate = useNavigate();
  return () => {
    void navigate('/modelos');
    avisos.adiado(t.pagina.excluido, {
      fazer: () => client.excluirModelo({ params: { modeloId: modelo.id } }).then(() => mudou.modelos(), avisos.erro),
      desfazer: () => void navigate(`/modelos/${modelo.id}`),
    });
  };
}

/** Name, description, and who sees it; taken back by giving back what was there. */
function Alterar({ modelo, onClose }: { readonly modelo: Modelo; readonly onClose: () => void }) {
  const base = useBase();
  const t = useModelos();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudouModelo();
  const { membroId } = useMember().organizacao;
  const { nome, descricao, escopo } = modelo;
  // Kept to its maker alone it would be gone for anybody else who did that.
  const escopos = ESCOPOS_MODELO.filter((one) => one === escopo || one !== 'PESSOAL' || modelo.criadoPor === membroId);
  const form = useForm(
    { nome, descricao: descricao ?? '', escopo },
    { nome: (value) => (value.trim() === '' ? t.dialogo.informeNome : null) },
  );
  const write = async (body: { nome: string; descricao: string | null; escopo: EscopoModelo }) =>
    mudou.modelo(await client.alterarModelo({ params: { modeloId: modelo.id }, body }));
  const save = async () => {
    const { values } = form;
    await write({ nome: values.nome.trim(), descricao: values.descricao.trim() || null, escopo: values.escopo });
    avisos.desfazivel(t.pagina.salvo, () => void write({ nome, descricao, escopo }).catch(avisos.erro));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t.dialogo.titulo} closeButtonProps={{ 'aria-label': base.acoes.fechar }}>
      <form onSubmit={(event) => void form.submit(event, save)} noValidate>
        <Stack>
          <TextInput
            label={t.dialogo.nome}
            data-autofocus
            dir="auto"
            maxLength={NAME_MAX_CHARS}
            value={form.values.nome}
            onChange={(event) => form.set('nome', event.currentTarget.value)}
            error={form.problem('nome')}
          />
          <Textarea
            label={t.dialogo.descricao}
            description={t.dialogo.descricaoDica}
            autosize
            minRows={2}
            maxRows={6}
            dir="auto"
            maxLength={DESCRIPTION_MAX_CHARS}
            value={form.values.descricao}
            onChange={(event) => form.set('descricao', event.currentTarget.value)}
            error={form.problem('descricao')}
          />
          <Escolha
            rotulo={t.dialogo.quemVe}
            opcoes={escopos.map((value) => ({ value, texto: t.escopo[value], dica: t.dialogo.alcance[value] }))}
            valor={form.values.escopo}
            onValor={(value) => form.set('escopo', value)}
            problema={form.problem('escopo')}
          />
          <Rodape recusa={form.fault} onClose={onClose} acao={base.acoes.salvar} ocupado={form.busy} />
        </Stack>
      </form>
    </Modal>
  );
}
