import { Alert, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ChaveApi } from '@rubrica/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { tell } from '../api/errors.ts';
import { useIsAllowed, usePanel } from '../context.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { useBase } from '../texts/base.ts';
import { useIntegrationTexts } from '../texts/integration.ts';
import { Applications } from './applications.tsx';
import { Credential } from './credential.tsx';
import { Guides } from './guides.tsx';
import { OnlyWhoReaches } from './no-reach.tsx';
import { useKeys } from './queries.ts';
import styles from './revoked.module.css';
import verbatimStyles from './verbatim.module.css';

/** `/integracao/chaves` */
export function Component() {
  const t = useIntegrationTexts();
  return (
    <OnlyWhoReaches operacao="listarChavesApi" titulo={t.chaves.titulo}>
      <Keys />
    </OnlyWhoReaches>
  );
}

function Keys() {
  const t = useIntegrationTexts();
  const { isAllowed } = useIsAllowed();
  const keys = useKeys();
  const [revoking, setRevoking] = useState<ChaveApi | null>(null);
  const active = keys.data?.filter(({ revogadaEm }) => revogadaEm === null) ?? [];
  const revoked = keys.data?.filter(({ revogadaEm }) => revogadaEm !== null) ?? [];
  const create = isAllowed('criarChaveApi') && (
    <Button component={Link} to="/integracao/chaves/nova" leftSection={<Icon name="plus" />}>
      {t.chaves.fresh}
    </Button>
  );
  return (
    <Screen title={t.chaves.titulo} actions={keys.data && keys.data.length > 0 && create}>
      <Text>{t.chaves.texto}</Text>
      <Guides whichOnes={['inicio', 'reference', 'limites', 'erros']} />
      {keys.error && <Failure erro={keys.error} repeat={() => void keys.refetch()} />}
      {keys.isPending && <Loading />}
      {keys.data?.length === 0 && (
        <Empty drawing="key" titulo={t.chaves.blankTitle} texto={t.chaves.blankText}>
          {create}
        </Empty>
      )}
      {keys.data && keys.data.length > 0 && (
        <section aria-labelledby="active">
          <Title order={2} size="h4" id="active" mb="sm">
            {t.chaves.active}
          </Title>
          {active.length === 0 && <Text c="dimmed">{t.chaves.noneActive}</Text>}
          <List keys={active} onRevoke={isAllowed('revogarChaveApi') ? setRevoking : null} />
        </section>
      )}
      {revoked.length > 0 && (
        <details className={styles.revoked}>
          <summary>{t.chaves.revoked(revoked.length)}</summary>
          <List keys={revoked} onRevoke={null} />
        </details>
      )}
      <Applications />
      {revoking && <RevokeDialog chave={revoking} onClose={() => setRevoking(null)} />}
    </Screen>
  );
}

function List(props: { readonly keys: readonly ChaveApi[]; readonly onRevoke: ((chave: ChaveApi) => void) | null }) {
  return (
    <Stack component="ul" gap="sm" className="plain-list">
      {props.keys.map((one) => (
        <li key={one.id}>
          <OneKey one={one} onRevoke={props.onRevoke} />
        </li>
      ))}
    </Stack>
  );
}

function OneKey({ one, onRevoke }: { readonly one: ChaveApi; readonly onRevoke: ((chave: ChaveApi) => void) | null }) {
  const base = useBase();
  const t = useIntegrationTexts();
  return (
    <Credential
      name={
        <Group gap="xs">
          <Text fw={600} dir="auto" className="break-anywhere">
            {one.nome}
          </Text>
          <Badge variant="light" color={one.ambiente === 'TESTE' ? 'yellow' : 'marca'} tt="none">
            {base.ambiente[one.ambiente]}
          </Badge>
        </Group>
      }
      code={`${one.prefixo}…`}
      use={one}
      neverUsed={t.chaves.neverUsed}
      began={{ label: t.chaves.criada, at: one.criadaEm }}
      ended={one.revogadaEm ? { label: t.chaves.revogadaEm, at: one.revogadaEm } : null}
      escopos={one.escopos}
      end={onRevoke && { label: t.chaves.revogar, about: t.chaves.revokeOf(one.nome), act: () => onRevoke(one) }}
    />
  );
}

/**
 * Asks, rather than waiting for an undo: a key that leaked must stop at once, and one that stopped cannot be given back.
 */
function RevokeDialog({ chave, onClose }: { readonly chave: ChaveApi; readonly onClose: () => void }) {
  const base = useBase();
  const t = useIntegrationTexts();
  const { client } = usePanel();
  const notices = useNotices();
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => client.revogarChaveApi({ params: { chaveId: chave.id } }),
    onSuccess: () => {
      queries.setQueryData<ChaveApi[]>(['chaves'], (list) =>
        list?.map((one) => (one.id === chave.id ? { ...one, revogadaEm: new Date().toISOString() } : one)),
      );
      void queries.invalidateQueries({ queryKey: ['chaves'] });
      notices.done(t.chaves.revogada);
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={t.chaves.revokeTitle}>
      <div>
        <Text fw={600} dir="auto" className="break-anywhere">
          {chave.nome}
        </Text>
        <code className={verbatimStyles.code}>{chave.prefixo}…</code>
        <Text size="sm" component="div">
          {chave.ultimoUsoEm ? (
            <>
              {t.chaves.lastUse}: <Moment when={chave.ultimoUsoEm} />
              {chave.ultimoIp && ` ${t.chaves.fromIp(chave.ultimoIp)}`}
            </>
          ) : (
            t.chaves.neverUsed
          )}
        </Text>
      </div>
      <Alert color="yellow" variant="outline" className="alert-warning" icon={<Icon name="alert" />}>
        {t.chaves.revokeText}
      </Alert>
      <Footer
        refusal={revoke.error ? tell(revoke.error, base.erros).mensagem : null}
        onClose={onClose}
        acao={t.chaves.confirmRevoke}
        onAction={() => revoke.mutate()}
        busy={revoke.isPending}
        danger
        focusTarget="exit"
      />
    </Dialog>
  );
}
