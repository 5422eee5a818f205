import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { Fatura } from '@rubrica/contract';
import { Link, useParams } from 'react-router';
import { Moment } from '../parts/moment.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { useSpeech } from '../texts/area.ts';
import { useDoServico } from '../texts/base.ts';
import { useConsumo } from '../texts/consumo.ts';
import figuresStyles from './figures.module.css';
import { Card, OrganizacaoScreen } from './frame.tsx';
import styles from './invoices.module.css';
import { numero, periodInWords, realOnes } from './measure.ts';
import { useInvoices } from './queries.ts';
import rowStyles from './row.module.css';

const TONE: Record<Fatura['status'], Tone> = { ABERTA: 'info', PAGA: 'ok', VENCIDA: 'danger' };

/** `/organizacao/faturas`, and one of them at `/organizacao/faturas/:faturaId`. */
export function Component() {
  const t = useConsumo();
  const { faturaId } = useParams();
  const faturas = useInvoices();
  const one = faturaId === undefined ? undefined : faturas.data?.find(({ id }) => id === faturaId);
  return (
    <OrganizacaoScreen
      title={one ? t.faturas.numero(one.numero) : t.faturas.titulo}
      texto={faturaId === undefined && t.faturas.texto}
      operacao="listarFaturas"
      {...(faturaId === undefined ? {} : { above: { to: '/organizacao/faturas', label: t.faturas.allItems } })}
      together={one && <InvoiceState fatura={one} />}
    >
      {faturas.error && <Failure erro={faturas.error} repeat={() => void faturas.refetch()} />}
      {faturas.isPending && <Loading />}
      {faturas.data && faturaId === undefined && <List faturas={faturas.data} />}
      {one && <OneInvoice fatura={one} />}
      {faturas.data && faturaId !== undefined && !one && (
        <Empty drawing="search" titulo={t.faturas.none} texto={t.faturas.noneText} />
      )}
    </OrganizacaoScreen>
  );
}

function InvoiceState({ fatura: { status } }: { readonly fatura: Fatura }) {
  const t = useConsumo();
  return <Tag tone={TONE[status] ?? 'neutral'}>{t.faturas.status[status] ?? status}</Tag>;
}

function List({ faturas }: { readonly faturas: readonly Fatura[] }) {
  const t = useConsumo();
  const { language } = useSpeech();
  if (faturas.length === 0) return <Empty drawing="documento" titulo={t.faturas.blank} texto={t.faturas.blankText} />;
  return (
    <Stack component="ul" className="plain-list" gap="xs" aria-label={t.faturas.list}>
      {faturas.map((fatura) => (
        <li key={fatura.id}>
          <Paper withBorder p="md" className={rowStyles.row}>
            <Stack gap={2} miw={0}>
              <Group gap="xs">
                <Anchor component={Link} to={`/organizacao/faturas/${fatura.id}`} fw={600}>
                  {t.faturas.numero(fatura.numero)}
                </Anchor>
                <InvoiceState fatura={fatura} />
              </Group>
              <Text size="sm">{t.faturas.periodo(...periodInWords(fatura.periodo, language))}</Text>
              <Text size="sm" c="dimmed">
                {t.faturas.vence} <Moment when={fatura.venceEm} style="dia" />
              </Text>
            </Stack>
            <Text fw={600}>{realOnes(fatura.totalCentavos, language)}</Text>
          </Paper>
        </li>
      ))}
    </Stack>
  );
}

/** A link is followed only where it leads to a page. */
const payable = ({ linkPagamento }: Fatura) =>
  linkPagamento && /^https?:\/\//i.test(linkPagamento) ? linkPagamento : null;

function OneInvoice({ fatura }: { readonly fatura: Fatura }) {
  const t = useConsumo();
  const { language } = useSpeech();
  const link = payable(fatura);
  const [inicio, fim] = periodInWords(fatura.periodo, language);
  return (
    <Stack maw={820}>
      <Paper withBorder p="lg">
        <Stack>
          <Card
            lines={[
              [t.faturas.total, <strong key="total">{realOnes(fatura.totalCentavos, language)}</strong>],
              [t.consumo.titulo, t.faturas.periodo(inicio, fim)],
              [t.faturas.emitida, <Moment key="emitida" when={fatura.emitidaEm} />],
              [t.faturas.vence, <Moment key="vence" when={fatura.venceEm} />],
            ]}
          />
          {fatura.status !== 'PAGA' &&
            (link ? (
              <Button component="a" href={link} rel="noopener noreferrer" style={{ alignSelf: 'flex-start' }}>
                {t.faturas.pay}
              </Button>
            ) : (
              <Text size="sm" c="dimmed">
                {t.faturas.noLink}
              </Text>
            ))}
        </Stack>
      </Paper>
      <Paper withBorder p="lg">
        <Items fatura={fatura} />
      </Paper>
    </Stack>
  );
}

function Items({ fatura }: { readonly fatura: Fatura }) {
  const t = useConsumo();
  const doServico = useDoServico();
  const { language } = useSpeech();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={t.faturas.itens}>
      <table className={figuresStyles.table}>
        <caption>{t.faturas.itens}</caption>
        <thead>
          <tr>
            <th scope="col">{t.faturas.item}</th>
            <th scope="col" className={figuresStyles.number}>
              {t.faturas.quantidade}
            </th>
            <th scope="col" className={figuresStyles.number}>
              {t.faturas.unitario}
            </th>
            <th scope="col" className={figuresStyles.number}>
              {t.faturas.valor}
            </th>
          </tr>
        </thead>
        <tbody>
          {fatura.itens.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no id and never change places
            <tr key={index}>
              <td>{doServico(item.descricao, item)}</td>
              <td className={figuresStyles.number}>{numero(item.quantidade, language)}</td>
              <td className={figuresStyles.number}>{realOnes(item.valorUnitarioCentavos, language)}</td>
              <td className={figuresStyles.number}>{realOnes(item.valorCentavos, language)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t.faturas.total}
            </th>
            <td className={figuresStyles.number}>{realOnes(fatura.totalCentavos, language)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
