import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core';
import type { EntregaWebhook, Webhook } from '@rubrica/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usePanel, usePode } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { Icone } from '../partes/icone.tsx';
import { exactMoment, Momento } from '../partes/momento.tsx';
import { useSpeech } from '../textos/area.ts';
import { useDoServico } from '../textos/base.ts';
import { useIntegracao } from '../textos/integracao.ts';
import { useMudouWebhook } from './consultas.ts';
import { Copiar } from './copiar.tsx';

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
export function useResposta(): (outcome: Outcome) => string {
  const t = useIntegracao();
  const { language } = useSpeech();
  const doServico = useDoServico();
  return (outcome) => {
    const { respostaHttp, duracaoMs, erro } = outcome;
    const code =
      respostaHttp === null
        ? erro === null
          ? t.entregas.semResposta
          : doServico(erro, outcome)
        : t.entregas.http(respostaHttp);
    return duracaoMs === null ? code : `${code} ${t.entregas.emMs(duracaoMs.toLocaleString(language))}`;
  };
}

/** All there is to know of a delivery: what was sent, what came back, every attempt, and sending it again. */
export function Detalhe(props: {
  readonly entrega: EntregaWebhook;
  readonly webhook: Webhook;
  readonly onResent: () => void;
}) {
  const { entrega, webhook } = props;
  const t = useIntegracao();
  const resposta = useResposta();
  const doServico = useDoServico();
  return (
    <div className="entrega-detalhe" id={`entrega-${entrega.id}`}>
      <dl className="fatos">
        <div>
          <dt>{t.entregas.evento}</dt>
          <dd>
            <code>{entrega.eventoId}</code> <Copiar valor={entrega.eventoId} rotulo={t.entregas.evento} />
          </dd>
        </div>
        <div>
          <dt>{t.entregas.resposta}</dt>
          <dd dir="auto">
            {entrega.tentativas > 0 ? resposta(entrega) : t.entregas.nenhumaTentativa}
            {entrega.respostaHttp !== null && entrega.erro && <div>{doServico(entrega.erro, entrega)}</div>}
          </dd>
        </div>
        <Proxima entrega={entrega} webhook={webhook} />
      </dl>
      <Tentativas entrega={entrega} />
      <Corpo corpo={entrega.corpo} />
      <Reenviar {...props} />
    </div>
  );
}

function Proxima({ entrega, webhook }: { readonly entrega: EntregaWebhook; readonly webhook: Webhook }) {
  const t = useIntegracao();
  const waits = entrega.status === 'PENDENTE' || entrega.status === 'FALHOU';
  if (!waits) return null;
  return (
    <div>
      <dt>{t.entregas.proxima}</dt>
      <dd>
        {entrega.proximaTentativaEm ? (
          <Momento quando={entrega.proximaTentativaEm} />
        ) : webhook.ativo ? (
          '—'
        ) : (
          t.entregas.aguardandoReativar
        )}
      </dd>
    </div>
  );
}

function Tentativas({ entrega }: { readonly entrega: EntregaWebhook }) {
  const t = useIntegracao();
  const resposta = useResposta();
  const doServico = useDoServico();
  const { language } = useSpeech();
  if (entrega.tentativasRealizadas.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h6">
        {t.entregas.historico}
      </Title>
      <ol className="tentativas">
        {entrega.tentativasRealizadas.map((one) => (
          <li key={one.numero} value={one.numero}>
            <time dateTime={one.ocorridaEm}>{exactMoment(one.ocorridaEm, language)}</time> — {resposta(one)}
            {one.respostaHttp !== null && one.erro && (
              <Text size="sm" c="dimmed" dir="auto">
                {doServico(one.erro, one)}
              </Text>
            )}
            {one.respostaCorpo !== null && (
              <RespostaCorpo corpo={one.respostaCorpo} aberto={one.numero === entrega.tentativas} />
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What the receiver answered, as text whatever it is; of the last attempt it is there to see. */
function RespostaCorpo({ corpo, aberto }: { readonly corpo: string; readonly aberto: boolean }) {
  const t = useIntegracao();
  if (corpo.trim() === '') {
    return (
      <Text size="sm" c="dimmed">
        {t.entregas.respostaVazia}
      </Text>
    );
  }
  return (
    <details className="resposta-corpo" open={aberto}>
      <summary>{t.entregas.respostaCorpo}</summary>
      <pre className="bloco-codigo" dir="auto">
        {corpo}
      </pre>
    </details>
  );
}

/** The body, laid out to be read or byte by byte as it was signed; copied it is always the latter. */
function Corpo({ corpo }: { readonly corpo: string }) {
  const t = useIntegracao();
  const [raw, setRaw] = useState(false);
  const value = parsed(corpo);
  return (
    <div>
      <Group justify="space-between">
        <Group gap={4}>
          <Title order={3} size="h6">
            {t.entregas.corpo}
          </Title>
          <Copiar valor={corpo} rotulo={t.entregas.copiarCorpo} />
        </Group>
        {value !== null && (
          <SegmentedControl
            size="xs"
            aria-label={t.entregas.corpo}
            value={raw ? 'raw' : 'pretty'}
            onChange={(next) => setRaw(next === 'raw')}
            data={[
              { value: 'pretty', label: t.entregas.formatado },
              { value: 'raw', label: t.entregas.comoEnviado },
            ]}
          />
        )}
      </Group>
      <pre className="bloco-codigo" dir="ltr">
        {raw || value === null ? corpo : JSON.stringify(value, null, 2)}
      </pre>
    </div>
  );
}

function Reenviar(props: {
  readonly entrega: EntregaWebhook;
  readonly webhook: Webhook;
  readonly onResent: () => void;
}) {
  const { entrega, webhook } = props;
  const t = useIntegracao();
  const { client } = usePanel();
  const { pode } = usePode();
  const avisos = useAvisos();
  const mudou = useMudouWebhook();
  const resend = useMutation({
    mutationFn: () => client.reenviarEntrega({ params: { webhookId: webhook.id, entregaId: entrega.id } }),
    onSuccess: async (after) => {
      await mudou.entrega(after);
      props.onResent();
      avisos.feito(t.entregas.reenviada);
    },
    onError: (error) => avisos.erro(error),
  });
  if (!pode('reenviarEntrega') || entrega.status === 'PENDENTE') return null;
  if (!webhook.ativo && !isTest(entrega)) {
    return (
      <Text size="sm" c="dimmed">
        {t.entregas.reenviarInativo}
      </Text>
    );
  }
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<Icone nome="reenviar" />}
        loading={resend.isPending}
        onClick={() => resend.mutate()}
      >
        {t.entregas.reenviar}
      </Button>
    </Group>
  );
}
