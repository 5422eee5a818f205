import { Anchor } from '@mantine/core';
import type { Chamada } from '@rubrica/contract';
import { Link } from 'react-router';
import { exactMoment, Moment } from '../parts/moment.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { useSpeech } from '../texts/area.ts';
import { useIntegrationTexts } from '../texts/integration.ts';
import styles from './call.module.css';
import { Copy } from './copy.tsx';
import expandableRowStyles from './expandable-row.module.css';
import { ExpandableRow } from './expandable-row.tsx';
import factsStyles from './facts.module.css';
import verbatimStyles from './verbatim.module.css';

const toneOf = (status: number): Tone => (status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'ok');

/** One call as a row, and everything known about it when expanded. */
export function ChamadaRow(props: { readonly one: Chamada; readonly open: boolean; readonly onToggle: () => void }) {
  const t = useIntegrationTexts();
  const { language } = useSpeech();
  const { one, open } = props;
  return (
    <>
      <ExpandableRow open={open} controls={`chamada-${one.requestId}`} onToggle={props.onToggle}>
        <span className={styles.route}>
          <code>
            <b>{one.metodo}</b> {one.rota}
          </code>
        </span>
        <span className={styles.outcome}>
          <Tag tone={toneOf(one.status)}>{one.status}</Tag>
          {one.codigo && <code className="muted">{one.codigo}</code>}
        </span>
        <span className="muted">
          <Moment when={one.ocorridoEm} style="needed" /> · {t.chamadas.ms(one.duracaoMs.toLocaleString(language))}
          <br />
          <bdi className={verbatimStyles.address}>{one.ator}</bdi>
        </span>
      </ExpandableRow>
      {open && <Detail one={one} />}
    </>
  );
}

function Detail({ one }: { readonly one: Chamada }) {
  const t = useIntegrationTexts();
  const { language } = useSpeech();
  return (
    <div className={expandableRowStyles.detail} id={`chamada-${one.requestId}`}>
      <dl className={factsStyles.facts}>
        <div>
          <dt>X-Request-Id</dt>
          <dd>
            <code>{one.requestId}</code> <Copy valor={one.requestId} rotulo={t.chamadas.copyId} />
          </dd>
        </div>
        <div>
          <dt>{t.chamadas.resposta}</dt>
          <dd>
            HTTP {one.status}
            {one.codigo && (
              <>
                {' '}
                <code>{one.codigo}</code>{' '}
                <Anchor
                  href={`/docs/erros.html#${one.codigo.toLowerCase()}`}
                  target="_blank"
                  rel="noreferrer"
                  size="sm"
                >
                  {t.chamadas.meaning}
                </Anchor>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{t.chamadas.operacao}</dt>
          <dd>
            <code>{one.operacao}</code>
          </dd>
        </div>
        <div>
          <dt>{t.chamadas.when}</dt>
          <dd>
            <time dateTime={one.ocorridoEm}>{exactMoment(one.ocorridoEm, language)}</time>
          </dd>
        </div>
        <div>
          <dt>{t.chamadas.duracao}</dt>
          <dd>{t.chamadas.ms(one.duracaoMs.toLocaleString(language))}</dd>
        </div>
        <div>
          <dt>{one.tipoAtor === 'CHAVE_API' ? t.chamadas.chave : t.chamadas.person}</dt>
          <dd dir="auto">
            {one.ator}{' '}
            {one.tipoAtor === 'CHAVE_API' && (
              <Anchor component={Link} to="/integracao/chaves" size="sm">
                {t.chamadas.seeKeys}
              </Anchor>
            )}
          </dd>
        </div>
        <div>
          <dt>{t.chamadas.ip}</dt>
          <dd>
            <code>{one.ip}</code>
          </dd>
        </div>
      </dl>
    </div>
  );
}
