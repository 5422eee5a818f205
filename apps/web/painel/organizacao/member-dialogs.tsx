import { Alert, List, Text, TextInput } from '@mantine/core';
import type { Membro, MembroEntrada, Papel } from '@rubrica/contract';
import { INVITATION_ROLES } from '@rubrica/contract/enums';
import { isEmail } from '../../kit/brazil.ts';
import { useMember, usePanel } from '../context.tsx';
import { ROOT_OF } from '../environment.ts';
import { Choice } from '../parts/choice.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useBase } from '../texts/base.ts';
import { useOrganizacao } from '../texts/organizacao.ts';
import { useLeaverKeys } from './member-keys.tsx';
import { useOrganizacaoChanged } from './queries.ts';

/** Roles to choose from, each with what it reaches. */
function useRoleOptions<P extends Papel>(papeis: readonly P[]) {
  const base = useBase();
  const t = useOrganizacao();
  return papeis.map((value) => ({ value, texto: base.papel[value], hint: t.membros.reaches[value] }));
}

/** Invites an address in a role. @param membros who is here already, to say so before sending */
export function InvitationDialog({
  membros,
  onClose,
}: {
  readonly membros: readonly Membro[];
  readonly onClose: () => void;
}) {
  const t = useOrganizacao();
  const { client, ambiente } = usePanel();
  const notices = useNotices();
  const hasChanged = useOrganizacaoChanged();
  const known = (email: string) => membros.find((one) => one.email.toLowerCase() === email.trim().toLowerCase());
  const form = useForm(
    { email: '', papel: 'OPERADOR' as MembroEntrada['papel'] },
    {
      email: (value) => {
        if (!isEmail(value.trim())) return t.emailInvalido;
        const member = known(value);
        return member && member.estado !== 'CONVIDADO' ? t.membros.convite.alreadyMember : null;
      },
    },
  );
  const invite = async () => {
    const email = form.values.email.trim();
    await client.convidarMembro({ body: { email, papel: form.values.papel } });
    await hasChanged.membros();
    notices.done(ambiente === 'TESTE' ? t.membros.convite.sentInTest(email) : t.membros.convite.enviado(email));
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={t.membros.convite.titulo} onSubmit={(event) => void form.submit(event, invite)}>
      <TextInput
        label={t.membros.convite.email}
        description={t.membros.convite.mailHint}
        type="email"
        autoComplete="off"
        data-autofocus
        {...form.text('email')}
      />
      {known(form.values.email)?.estado === 'CONVIDADO' && (
        <Text size="sm" role="status">
          {t.membros.convite.alreadyInvited}
        </Text>
      )}
      <Choice
        rotulo={t.membros.convite.papel}
        options={useRoleOptions(INVITATION_ROLES)}
        valor={form.values.papel}
        onValor={(papel) => form.set('papel', papel)}
        issue={form.problem('papel')}
      />
      <Footer refusal={form.fault} onClose={onClose} acao={t.membros.convite.enviar} busy={form.busy} />
    </Dialog>
  );
}

/** Gives somebody another role; for some seconds it can be taken back. */
export function RoleDialog(props: {
  readonly membro: Membro;
  readonly papeis: readonly Papel[];
  readonly onClose: () => void;
}) {
  const { membro, onClose } = props;
  const base = useBase();
  const t = useOrganizacao();
  const { client } = usePanel();
  const { organizacao } = useMember();
  const notices = useNotices();
  const hasChanged = useOrganizacaoChanged();
  const self = membro.id === organizacao.membroId;
  const who = membro.nome ?? membro.email;
  const form = useForm({ papel: membro.papel }, {});
  const give = async (papel: Papel) => {
    await client.alterarMembro({ params: { membroId: membro.id }, body: { papel } });
    await hasChanged.membros(self);
  };
  const change = async () => {
    const { papel } = form.values;
    if (papel !== membro.papel) {
      await give(papel);
      const said = t.membros.roleChanged(who, base.papel[papel]);
      if (self) notices.done(said);
      else notices.undoable(said, () => void give(membro.papel).catch(notices.erro));
    }
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title={t.membros.roleDialog.titulo(who)}
      onSubmit={(event) => void form.submit(event, change)}
    >
      {self && (
        <Alert color="yellow" variant="outline" className="alert-warning" icon={<Icon name="alert" />}>
          {t.membros.roleDialog.own}
        </Alert>
      )}
      <Choice
        rotulo={t.membros.papel}
        options={useRoleOptions(props.papeis)}
        valor={form.values.papel}
        onValor={(papel) => form.set('papel', papel)}
        issue={form.problem('papel')}
      />
      <Footer refusal={form.fault} onClose={onClose} acao={t.membros.roleDialog.save} busy={form.busy} />
    </Dialog>
  );
}

/** Ends a membership, after saying what becomes of what the person made. Leaving oneself is the same. */
export function RemoveDialog({ membro, onClose }: { readonly membro: Membro; readonly onClose: () => void }) {
  const base = useBase();
  const t = useOrganizacao();
  const { client, session, ambiente } = usePanel();
  const { organizacao } = useMember();
  const notices = useNotices();
  const hasChanged = useOrganizacaoChanged();
  const self = membro.id === organizacao.membroId;
  const who = membro.nome ?? membro.email;
  const words = t.membros.removeDialog;
  const form = useForm({}, {});
  const chaves = useLeaverKeys(membro);
  const remove = async () => {
    await chaves.revogar();
    await client.excluirMembro({ params: { membroId: membro.id } });
    if (self) {
      session.end();
      location.assign(`${ROOT_OF[ambiente]}/entrar`);
      return;
    }
    await hasChanged.membros();
    notices.done(t.membros.removido(who));
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title={self ? words.ownTitle : words.titulo(who)}
      onSubmit={(event) => void form.submit(event, remove)}
    >
      <Text fw={600}>{words.happens}</Text>
      <List size="sm" spacing={6}>
        {words.itens.map((item) => (
          <List.Item key={item}>{item}</List.Item>
        ))}
      </List>
      {chaves.offer}
      <Text size="sm">{words.back}</Text>
      <Footer
        refusal={form.fault}
        onClose={onClose}
        acao={self ? words.confirmOwn : words.confirmar}
        busy={form.busy}
        danger
        exit={base.actions.cancel}
        focusTarget="exit"
      />
    </Dialog>
  );
}

/** Suspends somebody who created keys, after it was asked what becomes of them. */
export function SuspendDialog({ membro, onClose }: { readonly membro: Membro; readonly onClose: () => void }) {
  const base = useBase();
  const t = useOrganizacao();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useOrganizacaoChanged();
  const who = membro.nome ?? membro.email;
  const words = t.membros.suspendDialog;
  const form = useForm({}, {});
  const chaves = useLeaverKeys(membro);
  const suspend = async () => {
    await chaves.revogar();
    await client.alterarMembro({ params: { membroId: membro.id }, body: { estado: 'SUSPENSO' } });
    await hasChanged.membros();
    notices.done(t.membros.suspenso(who));
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={words.titulo(who)} onSubmit={(event) => void form.submit(event, suspend)}>
      <Text size="sm">{words.texto}</Text>
      {chaves.offer}
      <Footer
        refusal={form.fault}
        onClose={onClose}
        acao={words.confirmar}
        busy={form.busy}
        danger
        exit={base.actions.cancel}
        focusTarget="exit"
      />
    </Dialog>
  );
}
