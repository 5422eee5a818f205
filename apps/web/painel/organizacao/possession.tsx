import { Alert, Button, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import type { Organizacao } from '@rubrica/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { digitsOf } from '../../kit/brazil.ts';
import { useIsAllowed, useMember, usePanel } from '../context.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { formatMoment } from '../parts/moment.tsx';
import { useNotices } from '../parts/notices.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { useSpeech } from '../texts/area.ts';
import { useOrganizacao } from '../texts/organizacao.ts';
import { useMembers } from './queries.ts';

type Act = 'transferir' | 'encerrar' | 'restaurar';

/** What only an owner does with the organization as a whole: give it to another member, close it, take that back. */
export function Possession({ organizacao }: { readonly organizacao: Organizacao }) {
  const t = useOrganizacao();
  const { language } = useSpeech();
  const { isAllowed } = useIsAllowed();
  const [act, setAct] = useState<Act | null>(null);
  if (!isAllowed('transferirOrganizacao')) return null;
  const closing = organizacao.encerraEm ?? null;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="possession">
      <Stack>
        <Title order={2} size="h4" id="possession">
          {t.possession.titulo}
        </Title>
        {closing !== null && (
          <Alert color="yellow" variant="outline" className="alert-warning" icon={<Icon name="alert" />}>
            {t.possession.encerra(formatMoment(closing, language))}
          </Alert>
        )}
        <Group>
          <Button variant="default" onClick={() => setAct('transferir')}>
            {t.possession.transferir.acao}
          </Button>
          {closing === null ? (
            <Button color="red" variant="outline" onClick={() => setAct('encerrar')}>
              {t.possession.encerrar.acao}
            </Button>
          ) : (
            <Button onClick={() => setAct('restaurar')}>{t.possession.restaurar.acao}</Button>
          )}
        </Group>
        {act && <ActDialog act={act} onClose={() => setAct(null)} />}
      </Stack>
    </Paper>
  );
}

function ActDialog({ act, onClose }: { readonly act: Act; readonly onClose: () => void }) {
  const t = useOrganizacao();
  const { client } = usePanel();
  const { organizacao, usuario } = useMember();
  const notices = useNotices();
  const queries = useQueryClient();
  const members = useMembers().data?.filter(
    ({ id, estado, papel }) => estado === 'ATIVO' && papel !== 'PROPRIETARIO' && id !== organizacao.membroId,
  );
  const form = useForm(
    { membroId: '', senha: '', codigo: '' },
    {
      membroId: (value) => (act === 'transferir' && value === '' ? t.possession.transferir.missing : null),
      senha: (value) => (value === '' ? t.obrigatorio : null),
      codigo: (value) => (usuario.segundoFator && digitsOf(value).length !== 6 ? t.possession.codeMissing : null),
    },
  );
  const texts = t.possession[act];
  const submit = async () => {
    const { membroId, senha } = form.values;
    const proofs = { senha, ...(usuario.segundoFator ? { codigo: digitsOf(form.values.codigo) } : {}) };
    if (act === 'transferir') await client.transferirOrganizacao({ body: { membroId, ...proofs } });
    else if (act === 'encerrar') await client.excluirOrganizacao({ body: proofs });
    else await client.restaurarOrganizacao({ body: proofs });
    notices.done(texts.done);
    onClose();
    // The role of whoever is here, and what may be done, are others now.
    await queries.invalidateQueries();
  };
  return (
    <Dialog onClose={onClose} title={texts.titulo} onSubmit={(event) => void form.submit(event, submit)}>
      <Text>{texts.texto}</Text>
      {act === 'transferir' && (
        <NativeSelect
          label={t.possession.transferir.membro}
          value={form.values.membroId}
          error={form.problem('membroId')}
          onChange={(event) => form.set('membroId', event.currentTarget.value)}
          data={[
            { value: '', label: t.possession.transferir.choice },
            ...(members ?? []).map(({ id, nome, email }) => ({ value: id, label: `${nome ?? email} (${email})` })),
          ]}
        />
      )}
      <PasswordField label={t.possession.senha} autoComplete="current-password" {...form.text('senha')} />
      {usuario.segundoFator && (
        <TextInput
          label={t.possession.codigo}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.text('codigo')}
        />
      )}
      <Footer
        refusal={form.fault}
        onClose={onClose}
        acao={texts.confirmar}
        busy={form.busy}
        danger={act !== 'restaurar'}
      />
    </Dialog>
  );
}
