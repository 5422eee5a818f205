import { Anchor, Paper, SegmentedControl, Stack, Title } from '@mantine/core';
import type { MensagemCaixa } from '@rubrica/contract';
import { useLayoutEffect, useRef, useState } from 'react';
import { stretchesOf } from '../../kit/message-text.ts';
import { MailFrame } from '../parts/mail-frame.tsx';
import { Moment } from '../parts/moment.tsx';
import { useIntegrationTexts } from '../texts/integration.ts';
import { Copy } from './copy.tsx';
import factsStyles from './facts.module.css';
import styles from './message.module.css';

/** A message that was kept, as a reader of mail shows it or as plain text. Nothing in it runs. */
export function Message({ mensagem }: { readonly mensagem: MensagemCaixa }) {
  const t = useIntegrationTexts();
  const [plain, setPlain] = useState(mensagem.html === null);
  const heading = useRef<HTMLHeadingElement>(null);
  const subject = mensagem.assunto ?? t.caixa.canal[mensagem.canal] ?? t.caixa.noSubject;
  // On a narrow screen the message takes the place of the list it was chosen from.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every message
  useLayoutEffect(() => heading.current?.focus(), [mensagem.id]);
  return (
    <Paper withBorder p="md" component="article" aria-labelledby="subject">
      <Stack>
        <Title order={2} size="h3" id="subject" ref={heading} tabIndex={-1} dir="auto" className="break-anywhere">
          {subject}
        </Title>
        <dl className={factsStyles.facts}>
          <div>
            <dt>{t.caixa.para}</dt>
            <dd dir="auto">{mensagem.destino}</dd>
          </div>
          <div>
            <dt>{t.caixa.received}</dt>
            <dd>
              <Moment when={mensagem.criadoEm} />
            </dd>
          </div>
          {mensagem.codigo !== null && (
            <div>
              <dt>{t.caixa.code}</dt>
              <dd>
                <Code code={mensagem.codigo} />
              </dd>
            </div>
          )}
        </dl>
        {mensagem.html !== null && (
          <SegmentedControl
            className={styles.form}
            size="xs"
            aria-label={t.caixa.form}
            value={plain ? 'texto' : 'html'}
            onChange={(next) => setPlain(next === 'texto')}
            data={[
              { value: 'html', label: t.caixa.html },
              { value: 'texto', label: t.caixa.textOnly },
            ]}
          />
        )}
        {plain || mensagem.html === null ? (
          <MessageText texto={mensagem.texto} />
        ) : (
          <MailFrame html={mensagem.html} titulo={t.caixa.chart(subject)} links />
        )}
      </Stack>
    </Paper>
  );
}

/** Digits, and a button that copies them. */
function Code({ code }: { readonly code: string }) {
  const t = useIntegrationTexts();
  return (
    <span className={styles.code}>
      {code} <Copy valor={code} rotulo={t.caixa.copyCode(code)} />
    </span>
  );
}

function MessageText({ texto }: { readonly texto: string }) {
  const t = useIntegrationTexts();
  return (
    <pre className={styles.text} dir="auto">
      {stretchesOf(texto).map(({ at, text, url, code }) =>
        url ? (
          <Anchor
            key={at}
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            underline="always"
            title={t.caixa.opensOutside}
          >
            {text}
          </Anchor>
        ) : code ? (
          <Code key={at} code={text} />
        ) : (
          text
        ),
      )}
    </pre>
  );
}
