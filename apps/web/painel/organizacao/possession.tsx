import { Alert, Button, Group, Modal, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import type { Organizacao } from '@rubrica/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsAllowed, useMember, usePanel } from '../context.tsx';
import { Footer } from '../parts/footer.tsx';
import { useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { formatMoment } from '../parts/moment.tsx';
import { useNotices } from '../parts/notices.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { useSpeech } from '../texts/area.ts';
import { useBase } from '../texts/base.ts';
import { useOrganizacao } from '../texts/organizacao.ts';
import { useMembros } from './queries.ts';

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
    <Paper withBorder p="lg" component="section" aria-labelledby="posse">
      <Stack>
        <Title order={2} size="h4" id="posse">
          {t.possession.titulo}
        </Title>
        {closing !== null && (
          <Alert color="yellow" variant="outline" className="alert-warning" icon={<Icon nome="alert" />}>
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
        {act && <Dialog act={act} onClose={() => setAct(null)} />}
      </Stack>
    </Paper>
  );
}

function Dialog({ act, onClose }: { readonly act: Act; readonly onClose: () => void }) {
  const base = useBase();
  const t = useOrganizacao();
  const { client } = usePanel();
  const { organizacao } = useMember();
  const notices = useNotices();
  const queries = useQueryClient();
  const members = useMembros().data?.filter(
    ({ id, estado, papel }) => estado === 'ATIVO' && papel !== 'PROPRIETARIO' && id !== organizacao.membroId,
  );
  const form = useForm(
    { membroId: '', senha: '' },
    {
      membroId: (value) => (act === 'transferir' && value === '' ? t.possession.transferir.missing : null),
      senha: (value) => (value === '' ? t.obrigatorio : null),
    },
  );
  const texts = t.possession[act];
  const submit = async () => {
    const { membroId, senha } = form.values;
    if (act === 'transferir') await client.transferirOrganizacao({ body: { membroId, senha } });
    else if (act === 'encerrar') await client.excluirOrganizacao({ body: { senha } });
    else await client.restaurarOrganizacao({ body: { senha } });
    notices.done(texts.done);
    onClose();
    // The role of whoever is here, and what may be done, are others now.
    await queries.invalidateQueries();
  };
  return (
    <Modal opened onClose={onClose} title={texts.titulo} closeButtonProps={{ 'aria-label': base.actions.close }}>
      <form onSubmit={(event) => void form.submit(event, submit)} noValidate>
        <Stack>
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
          <Footer
            recusa={form.fault}
            onClose={onClose}
            acao={texts.confirmar}
            busy={form.busy}
            danger={act !== 'restaurar'}
          />
        </Stack>
      </form>
    </Modal>
  );
}
