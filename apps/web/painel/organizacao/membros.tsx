import { ActionIcon, Button, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import type { Membro } from '@rubrica/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMember, usePanel, usePode } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { Carregando, Falha } from '../partes/estados.tsx';
import { Icone } from '../partes/icone.tsx';
import { Momento } from '../partes/momento.tsx';
import { useBase } from '../textos/base.ts';
import { useOrganizacao } from '../textos/organizacao.ts';
import { useMembros, useMudouOrganizacao } from './consultas.ts';
import { type Alcance, alcanceSobre, emOrdem } from './membro.ts';
import { useChavesVivas } from './membros-chaves.tsx';
import { DialogoConvite, DialogoPapel, DialogoRemover, DialogoSuspender } from './membros-dialogos.tsx';
import { TelaDaOrganizacao } from './moldura.tsx';

type Dialog =
  | { readonly tipo: 'convidar' }
  | { readonly tipo: 'papel' | 'remover' | 'suspender'; readonly membro: Membro }
  | null;

/** `/organizacao/membros`: who works here, in which role. */
export function Component() {
  const t = useOrganizacao();
  const { pode } = usePode();
  const { organizacao } = useMember();
  const membros = useMembros();
  const [dialog, setDialog] = useState<Dialog>(null);
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const altera = pode('alterarMembro');
  const shown = emOrdem(membros.data ?? []).filter(({ id }) => !leaving.has(id));
  const close = () => setDialog(null);
  const hide = (id: string, hidden: boolean) =>
    setLeaving((before) => new Set([...before].filter((one) => one !== id).concat(hidden ? [id] : [])));
  const quem = { papel: organizacao.papel, membroId: organizacao.membroId, altera };
  return (
    <TelaDaOrganizacao
      titulo={t.membros.titulo}
      texto={t.membros.texto}
      operacao="listarMembros"
      junto={
        membros.data && (
          <Text c="dimmed" size="sm" role="status">
            {t.membros.total(shown.length)}
          </Text>
        )
      }
      acoes={
        pode('convidarMembro') && (
          <Button leftSection={<Icone nome="somar" />} onClick={() => setDialog({ tipo: 'convidar' })}>
            {t.membros.convidar}
          </Button>
        )
      }
    >
      {membros.error && <Falha erro={membros.error} repetir={() => void membros.refetch()} />}
      {membros.isPending && <Carregando />}
      {membros.data && (
        <Stack component="ul" className="lista-solta" aria-label={t.membros.lista} gap="xs">
          {shown.map((membro) => (
            <li key={membro.id}>
              <UmMembro
                membro={membro}
                alcance={alcanceSobre(membro, membros.data, quem)}
                onDialog={setDialog}
                onHide={(hidden) => hide(membro.id, hidden)}
              />
            </li>
          ))}
        </Stack>
      )}
      {membros.data?.length === 1 && pode('convidarMembro') && (
        <Text c="dimmed" maw={620}>
          <strong>{t.membros.sozinho}.</strong> {t.membros.sozinhoTexto}
        </Text>
      )}
      {dialog?.tipo === 'convidar' && <DialogoConvite membros={membros.data ?? []} onClose={close} />}
      {dialog?.tipo === 'papel' && (
        <DialogoPapel
          membro={dialog.membro}
          papeis={alcanceSobre(dialog.membro, membros.data ?? [], quem).papeis}
          onClose={close}
        />
      )}
      {dialog?.tipo === 'suspender' && <DialogoSuspender membro={dialog.membro} onClose={close} />}
      {dialog?.tipo === 'remover' && <DialogoRemover membro={dialog.membro} onClose={close} />}
    </TelaDaOrganizacao>
  );
}

interface Row {
  readonly membro: Membro;
  readonly alcance: Alcance;
  readonly onDialog: (dialog: Dialog) => void;
  /** Takes the row away at once, or brings it back. */
  readonly onHide: (hidden: boolean) => void;
}

const TONE: Partial<Record<Membro['estado'], string>> = { CONVIDADO: 'info', SUSPENSO: 'alerta' };

function UmMembro(props: Row) {
  const { membro, alcance } = props;
  const base = useBase();
  const t = useOrganizacao();
  const { organizacao } = useMember();
  const self = membro.id === organizacao.membroId;
  return (
    <Paper withBorder p="md" className="org-membro">
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text fw={600} dir="auto" className="titulo-quebra">
            {membro.nome ?? membro.email}
          </Text>
          {self && <span className="etiqueta neutro">{t.membros.voce}</span>}
          {membro.estado !== 'ATIVO' && (
            <span className={`etiqueta ${TONE[membro.estado] ?? 'neutro'}`}>
              {t.membros.estados[membro.estado] ?? membro.estado}
            </span>
          )}
        </Group>
        <Text size="sm" className="titulo-quebra">
          {membro.nome ? membro.email : t.membros.semNome}
        </Text>
        <Text size="sm" c="dimmed">
          {base.papel[membro.papel] ?? membro.papel} ·{' '}
          {membro.estado === 'CONVIDADO' ? (
            <>
              {t.membros.convidadoEm} <Momento quando={membro.criadoEm} estilo="dia" />
            </>
          ) : (
            <>
              {t.membros.ultimoAcesso}: <Momento quando={membro.ultimoAcessoEm} vazio={t.membros.nuncaEntrou} />
            </>
          )}
        </Text>
        {alcance.porque && (
          <Text size="sm" c="dimmed">
            {alcance.porque === 'ultimo' ? t.membros.ultimoProprietario : t.membros.soProprietario}
          </Text>
        )}
      </Stack>
      <AcoesDoMembro {...props} self={self} />
    </Paper>
  );
}

function AcoesDoMembro({ membro, alcance, onDialog, onHide, self }: Row & { readonly self: boolean }) {
  const t = useOrganizacao();
  const acts = useAtos(membro, onHide, () => onDialog({ tipo: 'suspender', membro }));
  const who = membro.nome ?? membro.email;
  const any = alcance.reenviar || alcance.papeis.length > 0 || alcance.remover || alcance.reativar;
  if (!any) return null;
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t.membros.acoesDe(who)} loading={acts.busy}>
          <Icone nome="mais" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {alcance.reenviar && (
          <Menu.Item leftSection={<Icone nome="reenviar" />} onClick={acts.reenviar}>
            {t.membros.reenviar}
          </Menu.Item>
        )}
        {alcance.papeis.length > 0 && (
          <Menu.Item leftSection={<Icone nome="editar" />} onClick={() => onDialog({ tipo: 'papel', membro })}>
            {t.membros.mudarPapel}
          </Menu.Item>
        )}
        {alcance.suspender && (
          <Menu.Item leftSection={<Icone nome="cancelar" />} onClick={acts.suspender}>
            {t.membros.suspender}
          </Menu.Item>
        )}
        {alcance.reativar && (
          <Menu.Item leftSection={<Icone nome="certo" />} onClick={acts.reativar}>
            {t.membros.reativar}
          </Menu.Item>
        )}
        {alcance.cancelarConvite && (
          <Menu.Item leftSection={<Icone nome="lixeira" />} onClick={acts.cancelarConvite}>
            {t.membros.desfazerConvite}
          </Menu.Item>
        )}
        {alcance.remover && (
          <Menu.Item leftSection={<Icone nome="lixeira" />} onClick={() => onDialog({ tipo: 'remover', membro })}>
            {self ? t.membros.sairDaqui : t.membros.remover}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What is done without a dialog, because it can be taken back. */
function useAtos(membro: Membro, onHide: (hidden: boolean) => void, askAboutKeys: () => void) {
  const t = useOrganizacao();
  const { client } = usePanel();
  const queries = useQueryClient();
  const avisos = useAvisos();
  const mudou = useMudouOrganizacao();
  const who = membro.nome ?? membro.email;
  const params = { membroId: membro.id };
  const resend = useMutation({
    mutationFn: async () => {
      // Ownership is never given by invitation, so whoever is invited is no owner.
      const { email, papel } = membro as Membro & { papel: Exclude<Membro['papel'], 'PROPRIETARIO'> };
      await client.convidarMembro({ body: { email, papel } });
      await mudou.membros();
    },
    onSuccess: () => avisos.feito(t.membros.reenviado(membro.email)),
    onError: (error) => avisos.erro(error),
  });
  const state = useMutation({
    mutationFn: async (estado: 'ATIVO' | 'SUSPENSO') => {
      await client.alterarMembro({ params, body: { estado } });
      await mudou.membros();
      return estado;
    },
    onSuccess: (estado) =>
      avisos.desfazivel(estado === 'SUSPENSO' ? t.membros.suspenso(who) : t.membros.reativado(who), () =>
        state.mutate(estado === 'SUSPENSO' ? 'ATIVO' : 'SUSPENSO'),
      ),
    onError: (error) => avisos.erro(error),
  });
  const living = useChavesVivas();
  const suspend = useMutation({
    mutationFn: () => living(membro),
    onSuccess: (keys) => (keys.length > 0 ? askAboutKeys() : state.mutate('SUSPENSO')),
    onError: (error) => avisos.erro(error),
  });
  const cancelInvitation = () => {
    onHide(true);
    avisos.adiado(t.membros.conviteCancelado(membro.email), {
      desfazer: () => onHide(false),
      fazer: () =>
        client.excluirMembro({ params }).then(
          () => queries.setQueryData<Membro[]>(['membros'], (all) => all?.filter(({ id }) => id !== membro.id)),
          (error) => {
            onHide(false);
            avisos.erro(error);
            void mudou.membros();
          },
        ),
    });
  };
  return {
    busy: resend.isPending || suspend.isPending || state.isPending,
    reenviar: () => resend.mutate(),
    suspender: () => suspend.mutate(),
    reativar: () => state.mutate('ATIVO'),
    cancelarConvite: cancelInvitation,
  };
}
