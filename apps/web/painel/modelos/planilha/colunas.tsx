import { Group, NativeSelect, Paper, Text, TextInput, Title } from '@mantine/core';
import { usePlanilha } from '../../textos/modelos.ts';
import type { Destino, Escolhas, Fonte } from './destinos.ts';
import { cabecalhoDe } from './exemplo.ts';
import type { Lido } from './ler.ts';

interface Props {
  readonly destinos: readonly Destino[];
  readonly lido: Lido;
  readonly escolhas: Escolhas;
  readonly onEscolhas: (change: (now: Escolhas) => Escolhas) => void;
}

const isNeeded = (destino: Destino) => destino.de === 'variavel' || (destino.de === 'pessoa' && destino.preciso);

/** Which column says what: found by the headings, set right by hand. */
export function Colunas({ destinos, lido, escolhas, onEscolhas }: Props) {
  const t = usePlanilha();
  const roles = Map.groupBy(
    destinos.filter((one) => one.de === 'pessoa'),
    ({ papelId }) => papelId,
  );
  const missing = destinos.filter((one) => isNeeded(one) && !escolhas[one.id]).length;
  const choose = (destino: Destino) => (fonte: Fonte | null) =>
    onEscolhas(({ [destino.id]: _gone, ...rest }) => (fonte ? { ...rest, [destino.id]: fonte } : rest));
  const all = (some: readonly Destino[]) =>
    some.map((destino) => (
      <Coluna
        key={destino.id}
        destino={destino}
        cabecalho={lido.cabecalho}
        fonte={escolhas[destino.id] ?? null}
        onFonte={choose(destino)}
      />
    ));
  const variables = destinos.filter(({ de }) => de === 'variavel');
  return (
    <Paper withBorder p="lg" component="section">
      <Group gap="sm" mb="sm">
        <Title order={2} size="h4">
          {t.colunas.titulo}
        </Title>
        {missing > 0 && <span className="etiqueta alerta">{t.colunas.faltam(missing)}</span>}
      </Group>
      <div className="planilha-grupos">
        {[...roles.values()].map((some) => (
          <fieldset key={some[0]?.papelId} className="usar-papel">
            <legend dir="auto">{some[0]?.papel}</legend>
            <div className="usar-dados">{all(some.filter(({ preciso }) => preciso))}</div>
            <details className="modelos-mais">
              <summary>{t.colunas.maisDados}</summary>
              <div className="usar-dados">{all(some.filter(({ preciso }) => !preciso))}</div>
            </details>
          </fieldset>
        ))}
        {variables.length > 0 && (
          <fieldset className="usar-papel">
            <legend>{t.colunas.variaveis}</legend>
            <div className="usar-dados">{all(variables)}</div>
          </fieldset>
        )}
        <fieldset className="usar-papel">
          <legend>{t.colunas.documento}</legend>
          <div className="usar-dados">{all(destinos.filter(({ de }) => de === 'titulo'))}</div>
          <Text size="xs" c="dimmed" mt={4}>
            {t.colunas.tituloDica}
          </Text>
        </fieldset>
      </div>
    </Paper>
  );
}

const FIXED = 'fixo';

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function Coluna(props: {
  readonly destino: Destino;
  readonly cabecalho: readonly string[];
  readonly fonte: Fonte | null;
  readonly onFonte: (fonte: Fonte | null) => void;
}) {
  const t = usePlanilha();
  const { destino, cabecalho, fonte, onFonte } = props;
  const name = cabecalhoDe(destino, t);
  const label = destino.de === 'pessoa' ? sentence(t.dado[destino.dado]) : name;
  const value = fonte === null ? '' : fonte.de === 'fixo' ? FIXED : String(fonte.indice);
  const pick = (picked: string) => {
    if (picked === '') onFonte(null);
    else onFonte(picked === FIXED ? { de: 'fixo', valor: '' } : { de: 'coluna', indice: Number(picked) });
  };
  return (
    <div className={isNeeded(destino) && fonte === null ? 'planilha-sem-coluna' : undefined}>
      <NativeSelect
        label={<span dir="auto">{label}</span>}
        aria-label={name}
        value={value}
        data={[
          { value: '', label: t.colunas.naoUsar },
          ...cabecalho.map((head, index) => ({ value: String(index), label: head || `#${index + 1}` })),
          { value: FIXED, label: t.colunas.fixo },
        ]}
        onChange={(event) => pick(event.currentTarget.value)}
      />
      {fonte?.de === 'fixo' && (
        <TextInput
          mt={6}
          dir="auto"
          aria-label={t.colunas.valorFixo(name)}
          value={fonte.valor}
          onChange={(event) => onFonte({ de: 'fixo', valor: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
