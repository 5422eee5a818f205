import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { Plano } from '@rubrica/contract';
import { Link } from 'react-router';
import { usePanel } from '../contexto.tsx';
import { Carregando, Falha } from '../partes/estados.tsx';
import { useSpeech } from '../textos/area.ts';
import { useConsumo } from '../textos/consumo.ts';
import { useConsumoDoMes, usePlano } from './consultas.ts';
import { Franquia } from './consumo.tsx';
import { numero, reais } from './medida.ts';
import { Ficha, TelaDaOrganizacao } from './moldura.tsx';

const TONE: Record<Plano['estadoPagamento'], string> = { EM_DIA: 'ok', PENDENTE: 'info', EM_ATRASO: 'perigo' };

/** `/organizacao/plano`: what is included, what comes beyond it, and whether it is paid. */
export function Component() {
  const t = useConsumo();
  const plano = usePlano();
  return (
    <TelaDaOrganizacao titulo={t.plano.titulo} operacao="obterPlano">
      {plano.error && <Falha erro={plano.error} repetir={() => void plano.refetch()} />}
      {plano.isPending && <Carregando />}
      {plano.data && (
        <Stack maw={720}>
          <Contratado plano={plano.data} />
          <Uso />
        </Stack>
      )}
    </TelaDaOrganizacao>
  );
}

function Contratado({ plano }: { readonly plano: Plano }) {
  const t = useConsumo();
  const { language } = useSpeech();
  const included = plano.franquias.map(({ tipo, quantidade }) =>
    t.plano.incluido(numero(quantidade, language), t.tipo[tipo] ?? tipo),
  );
  return (
    <Paper withBorder p="lg">
      <Stack>
        <Ficha
          linhas={[
            [t.plano.nome, <strong key="nome">{plano.nome}</strong>],
            [t.plano.preco, plano.precoCentavos === 0 ? t.plano.gratis : reais(plano.precoCentavos, language)],
            [t.plano.franquias, included.length === 0 ? t.plano.semFranquias : included.join('; ')],
            [t.plano.excedente, plano.permiteExcedente ? t.plano.excedenteSim : t.plano.excedenteNao],
            [
              t.plano.pagamento,
              <Group key="pagamento" gap="sm">
                <span className={`etiqueta ${TONE[plano.estadoPagamento] ?? 'neutro'}`}>
                  {t.plano.estadoPagamento[plano.estadoPagamento] ?? plano.estadoPagamento}
                </span>
                <Anchor component={Link} to="/organizacao/faturas" size="sm">
                  {t.plano.verFaturas}
                </Anchor>
              </Group>,
            ],
          ]}
        />
        <Text size="sm">
          {t.plano.troca}{' '}
          <Anchor href="/contato" size="sm" underline="always">
            {t.plano.contato}
          </Anchor>
        </Text>
      </Stack>
    </Paper>
  );
}

/** The allowances against this month's use; production alone is counted. */
function Uso() {
  const t = useConsumo();
  const { ambiente } = usePanel();
  const consumo = useConsumoDoMes();
  const limited = consumo.data?.medicoes.filter(({ franquia }) => franquia !== null) ?? [];
  if (ambiente === 'TESTE' || limited.length === 0) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="uso">
      <Stack>
        <Title order={2} size="h4" id="uso">
          {t.plano.usoDoMes}
        </Title>
        {limited.map((medicao) => (
          <Stack key={medicao.tipo} gap={4}>
            <Text size="sm" fw={600}>
              {t.tipo[medicao.tipo] ?? medicao.tipo}
            </Text>
            <Franquia medicao={medicao} />
          </Stack>
        ))}
        <Anchor component={Link} to="/organizacao/consumo" size="sm">
          {t.plano.verConsumo}
        </Anchor>
      </Stack>
    </Paper>
  );
}
