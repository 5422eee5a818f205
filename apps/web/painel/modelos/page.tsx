import { Alert, Anchor, Group, Text } from '@mantine/core';
import type { Modelo, TipoCampo } from '@rubrica/contract';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useIsAllowed } from '../context.tsx';
import { FactsCard } from '../parts/facts-card.tsx';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useWords } from '../texts/documentos.ts';
import { useModelos } from '../texts/modelos.ts';
import { ModeloActions } from './actions.tsx';
import { hasOrder, missingInModelo } from './filling.ts';
import { Links } from './links.tsx';
import styles from './page.module.css';
import { Part } from './part.tsx';
import { useModelo } from './queries.ts';
import { kindOf } from './variable.ts';

/** `/modelos/{modeloId}` */
export function Component() {
  const t = useModelos();
  const { modeloId = '' } = useParams();
  const modelo = useModelo(modeloId);
  if (modelo.data) return <ModeloScreen modelo={modelo.data} />;
  return (
    <Screen title={t.titulo} above={{ to: '/modelos', label: t.titulo }}>
      {modelo.error ? <Failure erro={modelo.error} repeat={() => void modelo.refetch()} /> : <Loading />}
    </Screen>
  );
}

function ModeloScreen({ modelo }: { readonly modelo: Modelo }) {
  const t = useModelos();
  return (
    <Screen title={modelo.nome} above={{ to: '/modelos', label: t.titulo }} actions={<ModeloActions modelo={modelo} />}>
      <Missing modelo={modelo} />
      <Card modelo={modelo} />
      <Links modelo={modelo} />
      <Part titulo={t.pagina.papeis}>
        <Roles modelo={modelo} />
      </Part>
      <Part titulo={t.pagina.variaveis}>
        <Variables modelo={modelo} />
      </Part>
      {modelo.campos.length > 0 && (
        <Part titulo={t.pagina.fieldsByType}>
          <Campos modelo={modelo} />
        </Part>
      )}
    </Screen>
  );
}

/** What keeps a document of this template from being sent as it is born. */
function Missing({ modelo }: { readonly modelo: Modelo }) {
  const t = useModelos();
  const { mayIn } = useIsAllowed();
  const missing = missingInModelo(modelo);
  if (!missing) return null;
  return (
    <Alert
      color="yellow"
      variant="outline"
      className="alert-warning"
      icon={<Icon name="alert" />}
      title={t.pagina.missing}
    >
      <Text size="sm">{t.pagina.missingText[missing]}</Text>
      {mayIn('alterarModelo', modelo) && (
        <Anchor component={Link} size="sm" to={`/modelos/${modelo.id}/preparar`}>
          {t.pagina.prepare}
        </Anchor>
      )}
    </Alert>
  );
}

function Card({ modelo }: { readonly modelo: Modelo }) {
  const t = useModelos();
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t.pagina.whoSees, t.escopo[modelo.escopo]],
    [t.pagina.usado, t.pagina.times(modelo.vezesUsado)],
    [t.pagina.paginas, modelo.paginas],
    [t.pagina.fieldsLabel, modelo.campos.length],
    [t.pagina.criado, <Moment key="criado" when={modelo.criadoEm} />],
  ];
  return (
    <FactsCard>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {modelo.descricao && (
        <Text size="sm" mt="sm" className="free-text" dir="auto">
          {modelo.descricao}
        </Text>
      )}
    </FactsCard>
  );
}

function Roles({ modelo }: { readonly modelo: Modelo }) {
  const t = useModelos();
  const words = useWords();
  if (modelo.papeis.length === 0) return <Text c="dimmed">{t.pagina.noRoles}</Text>;
  const inTurns = hasOrder(modelo);
  return (
    <ol className={`plain-list ${styles.papeis}`}>
      {modelo.papeis
        .toSorted((a, b) => a.ordem - b.ordem)
        .map(({ id, rotulo, funcao, ordem, fatoresExigidos }) => (
          <li key={id} className={styles.papel}>
            <span className={styles.name} dir="auto">
              {rotulo}
            </span>
            <Group gap="xs">
              {inTurns && <Tag tone="neutral">{t.pagina.turn(ordem)}</Tag>}
              <Tag tone="neutral">{words.funcao[funcao]}</Tag>
              {fatoresExigidos.map((fator) => (
                <Tag key={fator} tone="info">
                  {words.fator[fator]}
                </Tag>
              ))}
              <Text size="sm" c="dimmed">
                {t.campos(modelo.campos.filter(({ papelId }) => papelId === id).length)}
              </Text>
            </Group>
          </li>
        ))}
    </ol>
  );
}

function Variables({ modelo }: { readonly modelo: Modelo }) {
  const t = useModelos();
  if (modelo.variaveis.length === 0) {
    return (
      <Text c="dimmed" maw={720}>
        {t.pagina.noVariables}
      </Text>
    );
  }
  return (
    <ul className={`plain-list ${styles.variables}`}>
      {modelo.variaveis.map((nome) => (
        <li key={nome} className={styles.variable}>
          <code dir="auto">{nome}</code>
          <Text size="xs" c="dimmed">
            {t.kind[kindOf(nome)]}
          </Text>
        </li>
      ))}
    </ul>
  );
}

function Campos({ modelo }: { readonly modelo: Modelo }) {
  const words = useWords();
  const counts = new Map<TipoCampo, number>();
  for (const { tipo } of modelo.campos) counts.set(tipo, (counts.get(tipo) ?? 0) + 1);
  return (
    <ul className={`plain-list ${styles.variables}`}>
      {[...counts].map(([tipo, count]) => (
        <li key={tipo} className={styles.variable}>
          {words.campo[tipo]} <strong>{count}</strong>
        </li>
      ))}
    </ul>
  );
}
