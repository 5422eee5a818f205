import { Alert, Button, Group, Modal, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import type { Organizacao } from '@rubrica/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMember, usePanel, usePode } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { CampoSenha } from '../partes/campo-senha.tsx';
import { useForm } from '../partes/formulario.ts';
import { Icone } from '../partes/icone.tsx';
import { formatMoment } from '../partes/momento.tsx';
import { Rodape } from '../partes/rodape.tsx';
import { useSpeech } from '../textos/area.ts';
import { useBase } from '../textos/base.ts';
import { useOrganizacao } from '../textos/organizacao.ts';
import { useMembros } from './consultas.ts';

type Act = 'transferir' | 'encerrar' | 'restaurar';

/** What only an owner does with the organization as a whole: give it to another member, close it, take that back. */
export function Posse({ organizacao }: { readonly organizacao: Organizacao }) {
  const t = useOrganizacao();
  const { language } = useSpeech();
  const { pode } = usePode();
  const [act, setAct] = useState<Act | null>(null);
  if (!pode('transferirOrganizacao')) return null;
  const closing = organizacao.encerraEm ?? null;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="posse">
      <Stack>
        <Title order={2} size="h4" id="posse">
          {t.posse.titulo}
        </Title>
        {closing !== null && (
          <Alert color="yellow" variant="outline" className="aviso-alerta" icon={<Icone nome="alerta" />}>
            {t.posse.encerra(formatMoment(closing, language))}
          </Alert>
        )}
        <Group>
          <Button variant="default" onClick={() => setAct('transferir')}>
            {t.posse.transferir.acao}
          </Button>
          {closing === null ? (
            <Button color="red" variant="outline" onClick={() => setAct('encerrar')}>
              {t.posse.encerrar.acao}
            </Button>
          ) : (
            <Button onClick={() => setAct('restaurar')}>{t.posse.restaurar.acao}</Button>
          )}
        </Group>
        {act && <Dialogo act={act} onClose={() => setAct(null)} />}
      </Stack>
    </Paper>
  );
}

function Dialogo({ act, onClose }: { readonly act: Act; readonly onClose: () => void }) {
  const base = useBase();
  const t = useOrganizacao();
  const { client } = usePanel();
  const { organizacao } = useMember();
  const avisos = useAvisos();
  const queries = useQueryClient();
  const members = useMembros().data?.filter(
    ({ id, estado, papel }) => estado === 'ATIVO' && papel !== 'PROPRIETARIO' && id !== organizacao.membroId,
  );
  const form = useForm(
    { membroId: '', senha: '' },
    {
      membroId: (value) => (act === 'transferir' && value === '' ? t.posse.transferir.falta : null),
      senha: (value) => (value === '' ? t.obrigatorio : null),
    },
  );
  const texts = t.posse[act];
  const submit = async () => {
    const { membroId, senha } = form.values;
    if (act === 'transferir') await client.transferirOrganizacao({ body: { membroId, senha } });
    else if (act === 'encerrar') await client.excluirOrganizacao({ body: { senha } });
    else await client.restaurarOrganizacao({ body: { senha } });
    avisos.feito(texts.feito);
    onClose();
    // The role of whoever is here, and what may be done, are others now.
    await queries.invalidateQueries();
  };
  return (
    <Modal opened onClose={onClose} title={texts.titulo} closeButtonProps={{ 'aria-label': base.acoes.fechar }}>
      <form onSubmit={(event) => void form.submit(event, submit)} noValidate>
        <Stack>
          <Text>{texts.texto}</Text>
          {act === 'transferir' && (
            <NativeSelect
              label={t.posse.transferir.membro}
              value={form.values.membroId}
              error={form.problem('membroId')}
              onChange={(event) => form.set('membroId', event.currentTarget.value)}
              data={[
                { value: '', label: t.posse.transferir.escolha },
                ...(members ?? []).map(({ id, nome, email }) => ({ value: id, label: `${nome ?? email} (${email})` })),
              ]}
            />
          )}
          <CampoSenha label={t.posse.senha} autoComplete="current-password" {...form.text('senha')} />
          <Rodape
            recusa={form.fault}
            onClose={onClose}
            acao={texts.confirmar}
            ocupado={form.busy}
            perigo={act !== 'restaurar'}
          />
        </Stack>
      </form>
    </Modal>
  );
}
