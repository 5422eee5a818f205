import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core';
import type { EntregaWebhook, Webhook } from '@rubrica/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsAllowed, usePanel } from '../context.tsx';
import { Icon } from '../parts/icon.tsx';
import { exactMoment, Moment } from '../parts/moment.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useSpeech } from '../texts/area.ts';
import { useDoServico } from '../texts/base.ts';
import { useIntegrationTexts } from '../texts/integration.ts';
import { Copy } from './copy.tsx';
import styles from './delivery.module.css';
import expandableRowStyles from './expandable-row.module.css';
import factsStyles from './facts.module.css';
import { useWebhookChanged } from './queries.ts';
import verbatimStyles from './verbatim.module.css';

const parsed = (corpo: string): unknown => {
  try {
    return JSON.parse(corpo);
  } catch {
    return null;
  }
};

/** Whether a delivery is an example, sent on request. */
export const isTest = ({ corpo }: EntregaWebhook): boolean =>
  (parsed(corpo) as { dados?: { teste?: unknown } } | null)?.dados?.teste === true;

type Outcome = Pick<EntregaWebhook, 'respostaHttp' | 'duracaoMs' | 'erro' | 'regra' | 'valores'>;

/** Puts what a receiver answered into words: the code and how long it took, or why there was none. */
export function useAnswer(): (outcome: Outcome) => string {
  const t = useIntegrationTexts();
  const { language } = useSpeech();
  const doServico = useDoServico();
  return (outcome) => {
    const { respostaHttp, duracaoMs, erro } = outcome;
    const code =
      respostaHttp === null
        ? erro === null
          ? t.entregas.noAnswer
          : doServico(erro, outcome)
        : t.entregas.http(respostaHttp);
    return duracaoMs === null ? code : `${code} ${t.entregas.inMs(duracaoMs.toLocaleString(language))}`;
  };
}

/** All there is to know of a delivery: what was sent, what came back, every attempt, and sending it again. */
export function Detail(props: {
  readonly entrega: EntregaWebhook;
  readonly webhook: Webhook;
  readonly onResent: () => void;
}) {
  const { entrega, webhook } = props;
  const t = useIntegrationTexts();
  const resposta = useAnswer();
  const doServico = useDoServico();
  return (
    <div className={expandableRowStyles.detail} id={`entrega-${entrega.id}`}>
      <dl className={factsStyles.facts}>
        <div>
          <dt>{t.entregas.evento}</dt>
          <dd>
            <code>{entrega.eventoId}</code> <Copy valor={entrega.eventoId} rotulo={t.entregas.evento} />
          </dd>
        </div>
        <div>
          <dt>{t.entregas.resposta}</dt>
          <dd dir="auto">
            {entrega.tentativas > 0 ? resposta(entrega) : t.entregas.noAttempt}
            {entrega.respostaHttp !== null && entrega.erro && <div>{doServico(entrega.erro, entrega)}</div>}
          </dd>
        </div>
        <NextAttempt entrega={entrega} webhook={webhook} />
      </dl>
      <Attempts entrega={entrega} />
      <Body corpo={entrega.corpo} />
      <Resend {...props} />
    </div>
  );
}

function NextAttempt({ entrega, webhook }: { readonly entrega: EntregaWebhook; readonly webhook: Webhook }) {
  const t = useIntegrationTexts();
  const waits = entrega.status === 'PENDENTE' || entrega.status === 'FALHOU';
  if (!waits) return null;
  return (
    <div>
      <dt>{t.entregas.next}</dt>
      <dd>
        {entrega.proximaTentativaEm ? (
          <Moment when={entrega.proximaTentativaEm} />
        ) : webhook.ativo ? (
          '—'
        ) : (
          t.entregas.waitingForReactivation
        )}
      </dd>
    </div>
  );
}

function Attempts({ entrega }: { readonly entrega: EntregaWebhook }) {
  const t = useIntegrationTexts();
  const resposta = useAnswer();
  const doServico = useDoServico();
  const { language } = useSpeech();
  if (entrega.tentativasRealizadas.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h6">
        {t.entregas.history}
      </Title>
      <ol className={styles.attempts}>
        {entrega.tentativasRealizadas.map((one) => (
          <li key={one.numero} value={one.numero}>
            <time dateTime={one.ocorridaEm}>{exactMoment(one.ocorridaEm, language)}</time> — {resposta(one)}
            {one.respostaHttp !== null && one.erro && (
              <Text size="sm" c="dimmed" dir="auto">
                {doServico(one.erro, one)}
              </Text>
            )}
            {one.respostaCorpo !== null && (
              <AnswerBody corpo={one.respostaCorpo} open={one.numero === entrega.tentativas} />
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What the receiver answered, as text whatever it is; of the last attempt it is there to see. */
function AnswerBody({ corpo, open }: { readonly corpo: string; readonly open: boolean }) {
  const t = useIntegrationTexts();
  if (corpo.trim() === '') {
    return (
      <Text size="sm" c="dimmed">
        {t.entregas.blankAnswer}
      </Text>
    );
  }
  return (
    <details className={styles.body} open={open}>
      <summary>{t.entregas.respostaCorpo}</summary>
      <pre className={verbatimStyles.block} dir="auto">
        {corpo}
      </pre>
    </details>
  );
}

/** The body, laid out to be read or byte by byte as it was signed; copied it is always the latter. */
function Body({ corpo }: { readonly corpo: string }) {
  const t = useIntegrationTexts();
  const [raw, setRaw] = useState(false);
  const value = parsed(corpo);
  return (
    <div>
      <Group justify="space-between">
        <Group gap={4}>
          <Title order={3} size="h6">
            {t.entregas.corpo}
          </Title>
          <Copy valor={corpo} rotulo={t.entregas.copyBody} />
        </Group>
        {value !== null && (
          <SegmentedControl
            size="xs"
            aria-label={t.entregas.corpo}
            value={raw ? 'raw' : 'pretty'}
            onChange={(next) => setRaw(next === 'raw')}
            data={[
              { value: 'pretty', label: t.entregas.formatted },
              { value: 'raw', label: t.entregas.asSent },
            ]}
          />
        )}
      </Group>
      <pre className={verbatimStyles.block} dir="ltr">
        {raw || value === null ? corpo : JSON.stringify(value, null, 2)}
      </pre>
    </div>
  );
}

function Resend(props: { readonly entrega: EntregaWebhook; readonly webhook: Webhook; readonly onResent: () => void }) {
  const { entrega, webhook } = props;
  const t = useIntegrationTexts();
  const { client } = usePanel();
  const { isAllowed } = useIsAllowed();
  const notices = useNotices();
  const hasChanged = useWebhookChanged();
  const resend = useMutation({
    mutationFn: () => client.reenviarEntrega({ params: { webhookId: webhook.id, entregaId: entrega.id } }),
    onSuccess: async (after) => {
      await hasChanged.entrega(after);
      props.onResent();
      notices.done(t.entregas.resent);
    },
    onError: (error) => notices.erro(error),
  });
  if (!isAllowed('reenviarEntrega') || entrega.status === 'PENDENTE') return null;
  if (!webhook.ativo && !isTest(entrega)) {
    return (
      <Text size="sm" c="dimmed">
        {t.entregas.resendInactive}
      </Text>
    );
  }
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<Icon name="resend" />}
        loading={resend.isPending}
        onClick={() => resend.mutate()}
      >
        {t.entregas.reenviar}
      </Button>
    </Group>
  );
}
