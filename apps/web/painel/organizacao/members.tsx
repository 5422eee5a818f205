import { ActionIcon, Button, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import type { Membro } from '@rubrica/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useIsAllowed, useMember, usePanel } from '../context.tsx';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { useBase } from '../texts/base.ts';
import { useOrganizacao } from '../texts/organizacao.ts';
import { OrganizacaoScreen } from './frame.tsx';
import { InvitationDialog, RemoveDialog, RoleDialog, SuspendDialog } from './member-dialogs.tsx';
import { useLiveKeys } from './member-keys.tsx';
import { inOrder, type Reach, reachOver } from './membro.ts';
import { useMembers, useOrganizacaoChanged } from './queries.ts';
import styles from './row.module.css';

type Dialog =
  | { readonly tipo: 'convidar' }
  | { readonly tipo: 'papel' | 'remover' | 'suspend'; readonly membro: Membro }
  | null;

/** `/organizacao/membros`: who works here, in which role. */
export function Component() {
  const t = useOrganizacao();
  const { isAllowed } = useIsAllowed();
  const { organizacao } = useMember();
  const membros = useMembers();
  const [query] = useSearchParams();
  // Whoever chose to invite elsewhere is asked whom at once.
  const [dialog, setDialog] = useState<Dialog>(() =>
    query.has('convidar') && isAllowed('convidarMembro') ? { tipo: 'convidar' } : null,
  );
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const changes = isAllowed('alterarMembro');
  const shown = inOrder(membros.data ?? []).filter(({ id }) => !leaving.has(id));
  const close = () => setDialog(null);
  const hide = (id: string, hidden: boolean) =>
    setLeaving((before) => new Set([...before].filter((one) => one !== id).concat(hidden ? [id] : [])));
  const whom = { papel: organizacao.papel, membroId: organizacao.membroId, changes };
  return (
    <OrganizacaoScreen
      title={t.membros.titulo}
      texto={t.membros.texto}
      operacao="listarMembros"
      together={
        membros.data && (
          <Text c="dimmed" size="sm" role="status">
            {t.membros.total(shown.length)}
          </Text>
        )
      }
      actions={
        isAllowed('convidarMembro') && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setDialog({ tipo: 'convidar' })}>
            {t.membros.convidar}
          </Button>
        )
      }
    >
      {membros.error && <Failure erro={membros.error} repeat={() => void membros.refetch()} />}
      {membros.isPending && <Loading />}
      {membros.data && (
        <Stack component="ul" className="plain-list" aria-label={t.membros.list} gap="xs">
          {shown.map((membro) => (
            <li key={membro.id}>
              <OneMembro
                membro={membro}
                reach={reachOver(membro, membros.data, whom)}
                onDialog={setDialog}
                onHide={(hidden) => hide(membro.id, hidden)}
              />
            </li>
          ))}
        </Stack>
      )}
      {membros.data?.length === 1 && isAllowed('convidarMembro') && (
        <Text c="dimmed" maw={620}>
          <strong>{t.membros.alone}.</strong> {t.membros.aloneText}
        </Text>
      )}
      {dialog?.tipo === 'convidar' && <InvitationDialog membros={membros.data ?? []} onClose={close} />}
      {dialog?.tipo === 'papel' && (
        <RoleDialog
          membro={dialog.membro}
          papeis={reachOver(dialog.membro, membros.data ?? [], whom).papeis}
          onClose={close}
        />
      )}
      {dialog?.tipo === 'suspend' && <SuspendDialog membro={dialog.membro} onClose={close} />}
      {dialog?.tipo === 'remover' && <RemoveDialog membro={dialog.membro} onClose={close} />}
    </OrganizacaoScreen>
  );
}

interface Row {
  readonly membro: Membro;
  readonly reach: Reach;
  readonly onDialog: (dialog: Dialog) => void;
  /** Removes the row at once, or puts it back. */
  readonly onHide: (hidden: boolean) => void;
}

const TONE: Partial<Record<Membro['estado'], Tone>> = { CONVIDADO: 'info', SUSPENSO: 'warning' };

function OneMembro(props: Row) {
  const { membro, reach } = props;
  const base = useBase();
  const t = useOrganizacao();
  const { organizacao } = useMember();
  const self = membro.id === organizacao.membroId;
  return (
    <Paper withBorder p="md" className={styles.row}>
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text fw={600} dir="auto" className="break-anywhere">
            {membro.nome ?? membro.email}
          </Text>
          {self && <Tag tone="neutral">{t.membros.you}</Tag>}
          {membro.estado !== 'ATIVO' && (
            <Tag tone={TONE[membro.estado] ?? 'neutral'}>{t.membros.states[membro.estado] ?? membro.estado}</Tag>
          )}
        </Group>
        <Text size="sm" className="break-anywhere">
          {membro.nome ? membro.email : t.membros.noName}
        </Text>
        <Text size="sm" c="dimmed">
          {base.papel[membro.papel] ?? membro.papel} ·{' '}
          {membro.estado === 'CONVIDADO' ? (
            <>
              {t.membros.invitedAt} <Moment when={membro.criadoEm} style="dia" />
            </>
          ) : (
            <>
              {t.membros.lastAccess}: <Moment when={membro.ultimoAcessoEm} blank={t.membros.neverSignedIn} />
            </>
          )}
        </Text>
        {reach.because && (
          <Text size="sm" c="dimmed">
            {reach.because === 'ultimo' ? t.membros.lastOwner : t.membros.ownerOnly}
          </Text>
        )}
      </Stack>
      <MembroActions {...props} self={self} />
    </Paper>
  );
}

function MembroActions({ membro, reach, onDialog, onHide, self }: Row & { readonly self: boolean }) {
  const t = useOrganizacao();
  const acts = useActs(membro, onHide, () => onDialog({ tipo: 'suspend', membro }));
  const who = membro.nome ?? membro.email;
  const any = reach.resend || reach.papeis.length > 0 || reach.remover || reach.reactivate;
  if (!any) return null;
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t.membros.actionsOf(who)} loading={acts.busy}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {reach.resend && (
          <Menu.Item leftSection={<Icon name="resend" />} onClick={acts.reenviar}>
            {t.membros.reenviar}
          </Menu.Item>
        )}
        {reach.papeis.length > 0 && (
          <Menu.Item leftSection={<Icon name="edit" />} onClick={() => onDialog({ tipo: 'papel', membro })}>
            {t.membros.changeRole}
          </Menu.Item>
        )}
        {reach.suspend && (
          <Menu.Item leftSection={<Icon name="cancel" />} onClick={acts.suspend}>
            {t.membros.suspend}
          </Menu.Item>
        )}
        {reach.reactivate && (
          <Menu.Item leftSection={<Icon name="tick" />} onClick={acts.reactivate}>
            {t.membros.reactivate}
          </Menu.Item>
        )}
        {reach.cancelInvitation && (
          <Menu.Item leftSection={<Icon name="bin" />} onClick={acts.cancelarConvite}>
            {t.membros.undoInvitation}
          </Menu.Item>
        )}
        {reach.remover && (
          <Menu.Item leftSection={<Icon name="bin" />} onClick={() => onDialog({ tipo: 'remover', membro })}>
            {self ? t.membros.leaveHere : t.membros.remover}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What is done without a dialog, because it can be taken back. */
function useActs(membro: Membro, onHide: (hidden: boolean) => void, askAboutKeys: () => void) {
  const t = useOrganizacao();
  const { client } = usePanel();
  const queries = useQueryClient();
  const notices = useNotices();
  const hasChanged = useOrganizacaoChanged();
  const who = membro.nome ?? membro.email;
  const params = { membroId: membro.id };
  const resend = useMutation({
    mutationFn: async () => {
      // Ownership is never given by invitation, so whoever is invited is no owner.
      const { email, papel } = membro as Membro & { papel: Exclude<Membro['papel'], 'PROPRIETARIO'> };
      await client.convidarMembro({ body: { email, papel } });
      await hasChanged.membros();
    },
    onSuccess: () => notices.done(t.membros.reenviado(membro.email)),
    onError: (error) => notices.erro(error),
  });
  const state = useMutation({
    mutationFn: async (estado: 'ATIVO' | 'SUSPENSO') => {
      await client.alterarMembro({ params, body: { estado } });
      await hasChanged.membros();
      return estado;
    },
    onSuccess: (estado) =>
      notices.undoable(estado === 'SUSPENSO' ? t.membros.suspenso(who) : t.membros.reactivated(who), () =>
        state.mutate(estado === 'SUSPENSO' ? 'ATIVO' : 'SUSPENSO'),
      ),
    onError: (error) => notices.erro(error),
  });
  const living = useLiveKeys();
  const suspend = useMutation({
    mutationFn: () => living(membro),
    onSuccess: (keys) => (keys.length > 0 ? askAboutKeys() : state.mutate('SUSPENSO')),
    onError: (error) => notices.erro(error),
  });
  const cancelInvitation = () => {
    onHide(true);
    notices.deferred(t.membros.invitationCancelled(membro.email), {
      undo: () => onHide(false),
      make: () =>
        client.excluirMembro({ params }).then(
          () => queries.setQueryData<Membro[]>(['membros'], (all) => all?.filter(({ id }) => id !== membro.id)),
          (error) => {
            onHide(false);
            notices.erro(error);
            void hasChanged.membros();
          },
        ),
    });
  };
  return {
    busy: resend.isPending || suspend.isPending || state.isPending,
    reenviar: () => resend.mutate(),
    suspend: () => suspend.mutate(),
    reactivate: () => state.mutate('ATIVO'),
    cancelarConvite: cancelInvitation,
  };
}
