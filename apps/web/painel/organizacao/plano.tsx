import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { Plano } from '@rubrica/contract';
import { Link } from 'react-router';
import { usePanel } from '../context.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { useSpeech } from '../texts/area.ts';
import { useConsumo } from '../texts/consumo.ts';
import { Allowance } from './consumo.tsx';
import { Card, OrganizacaoScreen } from './frame.tsx';
import { numero, realOnes } from './measure.ts';
import { useMonthlyConsumo, usePlano } from './queries.ts';

const TONE: Record<Plano['estadoPagamento'], Tone> = { EM_DIA: 'ok', PENDENTE: 'info', EM_ATRASO: 'danger' };

/** `/organizacao/plano`: what is included, what comes beyond it, and whether it is paid. */
export function Component() {
  const t = useConsumo();
  const plano = usePlano();
  return (
    <OrganizacaoScreen title={t.plano.titulo} operacao="obterPlano">
      {plano.error && <Failure erro={plano.error} repeat={() => void plano.refetch()} />}
      {plano.isPending && <Loading />}
      {plano.data && (
        <Stack maw={720}>
          <Contracted plano={plano.data} />
          <Usage />
        </Stack>
      )}
    </OrganizacaoScreen>
  );
}

function Contracted({ plano }: { readonly plano: Plano }) {
  const t = useConsumo();
  const { language } = useSpeech();
  const included = plano.franquias.map(({ tipo, quantidade }) =>
    t.plano.included(numero(quantidade, language), t.tipo[tipo] ?? tipo),
  );
  return (
    <Paper withBorder p="lg">
      <Stack>
        <Card
          lines={[
            [t.plano.nome, <strong key="nome">{plano.nome}</strong>],
            [t.plano.preco, plano.precoCentavos === 0 ? t.plano.free : realOnes(plano.precoCentavos, language)],
            [t.plano.franquias, included.length === 0 ? t.plano.noAllowances : included.join('; ')],
            [t.plano.excedente, plano.permiteExcedente ? t.plano.overage : t.plano.noOverage],
            [
              t.plano.pagamento,
              <Group key="pagamento" gap="sm">
                <Tag tone={TONE[plano.estadoPagamento] ?? 'neutral'}>
                  {t.plano.estadoPagamento[plano.estadoPagamento] ?? plano.estadoPagamento}
                </Tag>
                <Anchor component={Link} to="/organizacao/faturas" size="sm">
                  {t.plano.seeInvoices}
                </Anchor>
              </Group>,
            ],
          ]}
        />
        <Text size="sm">
          {t.plano.exchange}{' '}
          <Anchor href="/contato" size="sm" underline="always">
            {t.plano.contato}
          </Anchor>
        </Text>
      </Stack>
    </Paper>
  );
}

/** The allowances against this month's use; production alone is counted. */
function Usage() {
  const t = useConsumo();
  const { ambiente } = usePanel();
  const consumo = useMonthlyConsumo();
  const limited = consumo.data?.medicoes.filter(({ franquia }) => franquia !== null) ?? [];
  if (ambiente === 'TESTE' || limited.length === 0) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="usage">
      <Stack>
        <Title order={2} size="h4" id="usage">
          {t.plano.monthlyUse}
        </Title>
        {limited.map((medicao) => (
          <Stack key={medicao.tipo} gap={4}>
            <Text size="sm" fw={600}>
              {t.tipo[medicao.tipo] ?? medicao.tipo}
            </Text>
            <Allowance medicao={medicao} />
          </Stack>
        ))}
        <Anchor component={Link} to="/organizacao/consumo" size="sm">
          {t.plano.seeConsumo}
        </Anchor>
      </Stack>
    </Paper>
  );
}
