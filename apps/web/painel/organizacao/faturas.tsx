import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { Fatura } from '@rubrica/contract';
import { Link, useParams } from 'react-router';
import { Carregando, Falha, Vazio } from '../partes/estados.tsx';
import { Momento } from '../partes/momento.tsx';
import { useSpeech } from '../textos/area.ts';
import { useDoServico } from '../textos/base.ts';
import { useConsumo } from '../textos/consumo.ts';
import { useFaturas } from './consultas.ts';
import { numero, periodoPorExtenso, reais } from './medida.ts';
import { Ficha, TelaDaOrganizacao } from './moldura.tsx';

const TONE: Record<Fatura['status'], string> = { ABERTA: 'info', PAGA: 'ok', VENCIDA: 'perigo' };

/** `/organizacao/faturas`, and one of them at `/organizacao/faturas/:faturaId`. */
export function Component() {
  const t = useConsumo();
  const { faturaId } = useParams();
  const faturas = useFaturas();
  const one = faturaId === undefined ? undefined : faturas.data?.find(({ id }) => id === faturaId);
  return (
    <TelaDaOrganizacao
      titulo={one ? t.faturas.numero(one.numero) : t.faturas.titulo}
      texto={faturaId === undefined && t.faturas.texto}
      operacao="listarFaturas"
      {...(faturaId === undefined ? {} : { acima: { to: '/organizacao/faturas', rotulo: t.faturas.todas } })}
      junto={one && <Situacao fatura={one} />}
    >
      {faturas.error && <Falha erro={faturas.error} repetir={() => void faturas.refetch()} />}
      {faturas.isPending && <Carregando />}
      {faturas.data && faturaId === undefined && <Lista faturas={faturas.data} />}
      {one && <UmaFatura fatura={one} />}
      {faturas.data && faturaId !== undefined && !one && (
        <Vazio icone="busca" titulo={t.faturas.nao} texto={t.faturas.naoTexto} />
      )}
    </TelaDaOrganizacao>
  );
}

function Situacao({ fatura: { status } }: { readonly fatura: Fatura }) {
  const t = useConsumo();
  return <span className={`etiqueta ${TONE[status] ?? 'neutro'}`}>{t.faturas.status[status] ?? status}</span>;
}

function Lista({ faturas }: { readonly faturas: readonly Fatura[] }) {
  const t = useConsumo();
  const { language } = useSpeech();
  if (faturas.length === 0) return <Vazio icone="documento" titulo={t.faturas.vazio} texto={t.faturas.vazioTexto} />;
  return (
    <Stack component="ul" className="lista-solta" gap="xs" aria-label={t.faturas.lista}>
      {faturas.map((fatura) => (
        <li key={fatura.id}>
          <Paper withBorder p="md" className="org-membro">
            <Stack gap={2} miw={0}>
              <Group gap="xs">
                <Anchor component={Link} to={`/organizacao/faturas/${fatura.id}`} fw={600}>
                  {t.faturas.numero(fatura.numero)}
                </Anchor>
                <Situacao fatura={fatura} />
              </Group>
              <Text size="sm">{t.faturas.periodo(...periodoPorExtenso(fatura.periodo, language))}</Text>
              <Text size="sm" c="dimmed">
                {t.faturas.vence} <Momento quando={fatura.venceEm} estilo="dia" />
              </Text>
            </Stack>
            <Text fw={600}>{reais(fatura.totalCentavos, language)}</Text>
          </Paper>
        </li>
      ))}
    </Stack>
  );
}

/** A link is followed only where it leads to a page. */
const payable = ({ linkPagamento }: Fatura) =>
  linkPagamento && /^https?:\/\//i.test(linkPagamento) ? linkPagamento : null;

function UmaFatura({ fatura }: { readonly fatura: Fatura }) {
  const t = useConsumo();
  const { language } = useSpeech();
  const link = payable(fatura);
  const [inicio, fim] = periodoPorExtenso(fatura.periodo, language);
  return (
    <Stack maw={820}>
      <Paper withBorder p="lg">
        <Stack>
          <Ficha
            linhas={[
              [t.faturas.total, <strong key="total">{reais(fatura.totalCentavos, language)}</strong>],
              [t.consumo.titulo, t.faturas.periodo(inicio, fim)],
              [t.faturas.emitida, <Momento key="emitida" quando={fatura.emitidaEm} />],
              [t.faturas.vence, <Momento key="vence" quando={fatura.venceEm} />],
            ]}
          />
          {fatura.status !== 'PAGA' &&
            (link ? (
              <Button component="a" href={link} rel="noopener noreferrer" style={{ alignSelf: 'flex-start' }}>
                {t.faturas.pagar}
              </Button>
            ) : (
              <Text size="sm" c="dimmed">
                {t.faturas.semLink}
              </Text>
            ))}
        </Stack>
      </Paper>
      <Paper withBorder p="lg">
        <Itens fatura={fatura} />
      </Paper>
    </Stack>
  );
}

function Itens({ fatura }: { readonly fatura: Fatura }) {
  const t = useConsumo();
  const doServico = useDoServico();
  const { language } = useSpeech();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className="org-rola" tabIndex={0} aria-label={t.faturas.itens}>
      <table className="org-fatura-tabela">
        <caption>{t.faturas.itens}</caption>
        <thead>
          <tr>
            <th scope="col">{t.faturas.item}</th>
            <th scope="col" className="numero">
              {t.faturas.quantidade}
            </th>
            <th scope="col" className="numero">
              {t.faturas.unitario}
            </th>
            <th scope="col" className="numero">
              {t.faturas.valor}
            </th>
          </tr>
        </thead>
        <tbody>
          {fatura.itens.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no id and never change places
            <tr key={index}>
              <td>{doServico(item.descricao, item)}</td>
              <td className="numero">{numero(item.quantidade, language)}</td>
              <td className="numero">{reais(item.valorUnitarioCentavos, language)}</td>
              <td className="numero">{reais(item.valorCentavos, language)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t.faturas.total}
            </th>
            <td className="numero">{reais(fatura.totalCentavos, language)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
