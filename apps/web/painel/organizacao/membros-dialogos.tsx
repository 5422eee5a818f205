import { Alert, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { Membro, MembroEntrada, Papel } from '@rubrica/contract';
import { PAPEIS_CONVITE } from '@rubrica/contract/enums';
import { isEmail } from '../../kit/brazil.ts';
import { ROOT_OF } from '../ambiente.ts';
import { useMember, usePanel } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { Escolha } from '../partes/escolha.tsx';
import { useForm } from '../partes/formulario.ts';
import { Icone } from '../partes/icone.tsx';
import { Rodape } from '../partes/rodape.tsx';
import { useBase } from '../textos/base.ts';
import { useOrganizacao } from '../textos/organizacao.ts';
import { useMudouOrganizacao } from './consultas.ts';
import { useChavesDeQuemSai } from './membros-chaves.tsx';

/** Roles to choose from, each with what it reaches. */
function useOpcoesDePapel<P extends Papel>(papeis: readonly P[]) {
  const base = useBase();
  const t = useOrganizacao();
  return papeis.map((value) => ({ value, texto: base.papel[value], dica: t.membros.alcances[value] }));
}

/** Invites an address in a role. @param membros who is here already, to say so before sending */
export function DialogoConvite({
  membros,
  onClose,
}: {
  readonly membros: readonly Membro[];
  readonly onClose: () => void;
}) {
  const base = useBase();
  const t = useOrganizacao();
  const { client, ambiente } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudouOrganizacao();
  const known = (email: string) => membros.find((one) => one.email.toLowerCase() === email.trim().toLowerCase());
  const form = useForm(
    { email: '', papel: 'OPERADOR' as MembroEntrada['papel'] },
    {
      email: (value) => {
        if (!isEmail(value.trim())) return t.emailInvalido;
        const member = known(value);
        return member && member.estado !== 'CONVIDADO' ? t.membros.convite.jaMembro : null;
      },
    },
  );
  const invite = async () => {
    const email = form.values.email.trim();
    await client.convidarMembro({ body: { email, papel: form.values.papel } });
    await mudou.membros();
    avisos.feito(ambiente === 'TESTE' ? t.membros.convite.enviadoTeste(email) : t.membros.convite.enviado(email));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.membros.convite.titulo}
      closeButtonProps={{ 'aria-label': base.acoes.fechar }}
    >
      <form onSubmit={(event) => void form.submit(event, invite)} noValidate>
        <Stack>
          <TextInput
            label={t.membros.convite.email}
            description={t.membros.convite.emailDica}
            type="email"
            autoComplete="off"
            data-autofocus
            {...form.text('email')}
          />
          {known(form.values.email)?.estado === 'CONVIDADO' && (
            <Text size="sm" role="status">
              {t.membros.convite.jaConvidado}
            </Text>
          )}
          <Escolha
            rotulo={t.membros.convite.papel}
            opcoes={useOpcoesDePapel(PAPEIS_CONVITE)}
            valor={form.values.papel}
            onValor={(papel) => form.set('papel', papel)}
            problema={form.problem('papel')}
          />
          <Rodape recusa={form.fault} onClose={onClose} acao={t.membros.convite.enviar} ocupado={form.busy} />
        </Stack>
      </form>
    </Modal>
  );
}

/** Gives somebody another role; for some seconds it can be taken back. */
export function DialogoPapel(props: {
  readonly membro: Membro;
  readonly papeis: readonly Papel[];
  readonly onClose: () => void;
}) {
  const { membro, onClose } = props;
  const base = useBase();
  const t = useOrganizacao();
  const { client } = usePanel();
  const { organizacao } = useMember();
  const avisos = useAvisos();
  const mudou = useMudouOrganizacao();
  const self = membro.id === organizacao.membroId;
  const who = membro.nome ?? membro.email;
  const form = useForm({ papel: membro.papel }, {});
  const give = async (papel: Papel) => {
    await client.alterarMembro({ params: { membroId: membro.id }, body: { papel } });
    await mudou.membros(self);
  };
  const change = async () => {
    const { papel } = form.values;
    if (papel !== membro.papel) {
      await give(papel);
      const said = t.membros.papelMudado(who, base.papel[papel]);
      if (self) avisos.feito(said);
      else avisos.desfazivel(said, () => void give(membro.papel).catch(avisos.erro));
    }
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.membros.dialogoPapel.titulo(who)}
      closeButtonProps={{ 'aria-label': base.acoes.fechar }}
    >
      <form onSubmit={(event) => void form.submit(event, change)} noValidate>
        <Stack>
          {self && (
            <Alert color="yellow" variant="outline" className="aviso-alerta" icon={<Icone nome="alerta" />}>
              {t.membros.dialogoPapel.proprio}
            </Alert>
          )}
          <Escolha
            rotulo={t.membros.papel}
            opcoes={useOpcoesDePapel(props.papeis)}
            valor={form.values.papel}
            onValor={(papel) => form.set('papel', papel)}
            problema={form.problem('papel')}
          />
          <Rodape recusa={form.fault} onClose={onClose} acao={t.membros.dialogoPapel.salvar} ocupado={form.busy} />
        </Stack>
      </form>
    </Modal>
  );
}

/** Ends a membership, after it was told what becomes of what the person made. Leaving by oneself is the same. */
export function DialogoRemover({ membro, onClose }: { readonly membro: Membro; readonly onClose: () => void }) {
  const base = useBase();
  const t = useOrganizacao();
  const { client, session, ambiente } = usePanel();
  const { organizacao } = useMember();
  const avisos = useAvisos();
  const mudou = useMudouOrganizacao();
  const self = membro.id === organizacao.membroId;
  const who = membro.nome ?? membro.email;
  const words = t.membros.dialogoRemover;
  const form = useForm({}, {});
  const chaves = useChavesDeQuemSai(membro);
  const remove = async () => {
    await chaves.revogar();
    await client.excluirMembro({ params: { membroId: membro.id } });
    if (self) {
      session.end();
      location.assign(`${ROOT_OF[ambiente]}/entrar`);
      return;
    }
    await mudou.membros();
    avisos.feito(t.membros.removido(who));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={self ? words.tituloProprio : words.titulo(who)}
      closeButtonProps={{ 'aria-label': base.acoes.fechar }}
    >
      <form onSubmit={(event) => void form.submit(event, remove)} noValidate>
        <Stack>
          <Text fw={600}>{words.acontece}</Text>
          <List size="sm" spacing={6}>
            {words.itens.map((item) => (
              <List.Item key={item}>{item}</List.Item>
            ))}
          </List>
          {chaves.oferta}
          <Text size="sm">{words.volta}</Text>
          <Rodape
            recusa={form.fault}
            onClose={onClose}
            acao={self ? words.confirmarProprio : words.confirmar}
            ocupado={form.busy}
            perigo
            saida={base.acoes.cancelar}
            foco="saida"
          />
        </Stack>
      </form>
    </Modal>
  );
}

/** Suspends somebody who created keys, after it was asked what becomes of them. */
export function DialogoSuspender({ membro, onClose }: { readonly membro: Membro; readonly onClose: () => void }) {
  const base = useBase();
  const t = useOrganizacao();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudouOrganizacao();
  const who = membro.nome ?? membro.email;
  const words = t.membros.dialogoSuspender;
  const form = useForm({}, {});
  const chaves = useChavesDeQuemSai(membro);
  const suspend = async () => {
    await chaves.revogar();
    await client.alterarMembro({ params: { membroId: membro.id }, body: { estado: 'SUSPENSO' } });
    await mudou.membros();
    avisos.feito(t.membros.suspenso(who));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={words.titulo(who)} closeButtonProps={{ 'aria-label': base.acoes.fechar }}>
      <form onSubmit={(event) => void form.submit(event, suspend)} noValidate>
        <Stack>
          <Text size="sm">{words.texto}</Text>
          {chaves.oferta}
          <Rodape
            recusa={form.fault}
            onClose={onClose}
            acao={words.confirmar}
            ocupado={form.busy}
            perigo
            saida={base.acoes.cancelar}
            foco="saida"
          />
        </Stack>
      </form>
    </Modal>
  );
}
