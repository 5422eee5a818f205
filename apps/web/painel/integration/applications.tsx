import { Alert, Stack, Text, Title } from '@mantine/core';
import type { ConcessaoOAuth } from '@rubrica/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { allItems } from '../api/all-pages.ts';
import { tell } from '../api/errors.ts';
import { useIsAllowed, usePanel } from '../context.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { Icon } from '../parts/icon.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { useWhose } from '../parts/whose.ts';
import { useBase } from '../texts/base.ts';
import { useIntegrationTexts } from '../texts/integration.ts';
import { Credential } from './credential.tsx';
import styles from './revoked.module.css';

const GRANTS = ['aplicativos'];

/** The applications that were let in by OAuth in this environment; for owners, and where the service has OAuth on. */
export function Applications() {
  const { oauth } = usePanel();
  const { isAllowed } = useIsAllowed();
  return oauth && isAllowed('listarConcessoesOAuth') ? <Grants /> : null;
}

function Grants() {
  const t = useIntegrationTexts();
  const { client } = usePanel();
  const grants = useQuery({ queryKey: GRANTS, queryFn: () => allItems(client.listarConcessoesOAuth) });
  const [ending, setEnding] = useState<ConcessaoOAuth | null>(null);
  const living = grants.data?.filter(({ encerradaEm }) => encerradaEm === null) ?? [];
  const ended = grants.data?.filter(({ encerradaEm }) => encerradaEm !== null) ?? [];
  return (
    <section aria-labelledby="applications">
      <Title order={2} size="h4" id="applications" mb="xs">
        {t.applications.titulo}
      </Title>
      <Text mb="sm">{t.applications.texto}</Text>
      {grants.error && <Failure erro={grants.error} repeat={() => void grants.refetch()} />}
      {grants.isPending && <Loading />}
      {grants.data && living.length === 0 && <Text c="dimmed">{t.applications.none}</Text>}
      <List grants={living} onEnd={setEnding} />
      {ended.length > 0 && (
        <details className={styles.revoked}>
          <summary>{t.applications.endedItems(ended.length)}</summary>
          <List grants={ended} onEnd={null} />
        </details>
      )}
      {ending && <EndDialog concessao={ending} onClose={() => setEnding(null)} />}
    </section>
  );
}

function List(props: {
  readonly grants: readonly ConcessaoOAuth[];
  readonly onEnd: ((concessao: ConcessaoOAuth) => void) | null;
}) {
  const { applications: t } = useIntegrationTexts();
  const { onEnd } = props;
  const granted = useWhose(t);
  return (
    <Stack component="ul" gap="sm" className="plain-list">
      {props.grants.map((one) => (
        <li key={one.id}>
          <Credential
            name={
              <Text fw={600} dir="auto" className="break-anywhere">
                {one.aplicativo.nome}
              </Text>
            }
            code={one.aplicativo.clientId}
            use={one}
            neverUsed={t.neverUsedYet}
            began={{ label: granted(one.membroId) ?? t.granted, at: one.criadaEm }}
            ended={one.encerradaEm ? { label: t.endedAt, at: one.encerradaEm } : null}
            escopos={one.escopos}
            end={onEnd && { label: t.encerrar, about: t.endOf(one.aplicativo.nome), act: () => onEnd(one) }}
          />
        </li>
      ))}
    </Stack>
  );
}

function EndDialog({ concessao, onClose }: { readonly concessao: ConcessaoOAuth; readonly onClose: () => void }) {
  const base = useBase();
  const t = useIntegrationTexts();
  const { client } = usePanel();
  const notices = useNotices();
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => client.encerrarConcessaoOAuth({ params: { concessaoId: concessao.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: GRANTS });
      notices.done(t.applications.ended);
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={t.applications.endTitle}>
      <Text fw={600} dir="auto" className="break-anywhere">
        {concessao.aplicativo.nome}
      </Text>
      <Alert color="yellow" variant="outline" className="alert-warning" icon={<Icon name="alert" />}>
        {t.applications.endText}
      </Alert>
      <Footer
        refusal={end.error ? tell(end.error, base.erros).mensagem : null}
        onClose={onClose}
        acao={t.applications.confirmar}
        onAction={() => end.mutate()}
        busy={end.isPending}
        danger
        focusTarget="exit"
      />
    </Dialog>
  );
}
