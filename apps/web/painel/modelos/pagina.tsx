import { Alert, Anchor, Group, Paper, Text } from '@mantine/core';
import type { Modelo, TipoCampo } from '@rubrica/contract';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { usePode } from '../contexto.tsx';
import { Carregando, Falha } from '../partes/estados.tsx';
import { Icone } from '../partes/icone.tsx';
import { Momento } from '../partes/momento.tsx';
import { Tela } from '../partes/tela.tsx';
import { usePalavras } from '../textos/documentos.ts';
import { useModelos } from '../textos/modelos.ts';
import { AcoesDoModelo } from './acoes.tsx';
import { useModelo } from './consultas.ts';
import '../documentos/pagina.css';
import './modelos.css';
import { Parte } from './parte.tsx';
import { faltaAoModelo, temOrdem } from './preenchimento.ts';
import { especieDe } from './variavel.ts';

/** `/modelos/{modeloId}` */
export function Component() {
  const t = useModelos();
  const { modeloId = '' } = useParams();
  const modelo = useModelo(modeloId);
  if (modelo.data) return <Pagina modelo={modelo.data} />;
  return (
    <Tela titulo={t.titulo} acima={{ to: '/modelos', rotulo: t.titulo }}>
      {modelo.error ? <Falha erro={modelo.error} repetir={() => void modelo.refetch()} /> : <Carregando />}
    </Tela>
  );
}

function Pagina({ modelo }: { readonly modelo: Modelo }) {
  const t = useModelos();
  return (
    <Tela titulo={modelo.nome} acima={{ to: '/modelos', rotulo: t.titulo }} acoes={<AcoesDoModelo modelo={modelo} />}>
      <Falta modelo={modelo} />
      <Ficha modelo={modelo} />
      <Parte titulo={t.pagina.papeis}>
        <Papeis modelo={modelo} />
      </Parte>
      <Parte titulo={t.pagina.variaveis}>
        <Variaveis modelo={modelo} />
      </Parte>
      {modelo.campos.length > 0 && (
        <Parte titulo={t.pagina.camposPorTipo}>
          <Campos modelo={modelo} />
        </Parte>
      )}
    </Tela>
  );
}

/** What keeps a document of this template from being sent as it is born. */
function Falta({ modelo }: { readonly modelo: Modelo }) {
  const t = useModelos();
  const { podeEm } = usePode();
  const falta = faltaAoModelo(modelo);
  if (!falta) return null;
  return (
    <Alert
      color="yellow"
      variant="outline"
      className="aviso-alerta"
      icon={<Icone nome="alerta" />}
      title={t.pagina.falta}
    >
      <Text size="sm">{t.pagina.faltaTexto[falta]}</Text>
      {podeEm('alterarModelo', modelo) && (
        <Anchor component={Link} size="sm" to={`/modelos/${modelo.id}/preparar`}>
          {t.pagina.preparar}
        </Anchor>
      )}
    </Alert>
  );
}

function Ficha({ modelo }: { readonly modelo: Modelo }) {
  const t = useModelos();
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t.pagina.quemVe, t.escopo[modelo.escopo]],
    [t.pagina.usado, t.pagina.vezes(modelo.vezesUsado)],
    [t.pagina.paginas, modelo.paginas],
    [t.pagina.camposRotulo, modelo.campos.length],
    [t.pagina.criado, <Momento key="criado" quando={modelo.criadoEm} />],
  ];
  return (
    <Paper withBorder p="md" className="ficha">
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {modelo.descricao && (
        <Text size="sm" mt="sm" className="texto-livre" dir="auto">
          {modelo.descricao}
        </Text>
      )}
    </Paper>
  );
}

function Papeis({ modelo }: { readonly modelo: Modelo }) {
  const t = useModelos();
  const words = usePalavras();
  if (modelo.papeis.length === 0) return <Text c="dimmed">{t.pagina.semPapeis}</Text>;
  const inTurns = temOrdem(modelo);
  return (
    <ol className="lista-solta modelo-papeis">
      {modelo.papeis
        .toSorted((a, b) => a.ordem - b.ordem)
        .map(({ id, rotulo, funcao, ordem, fatoresExigidos }) => (
          <li key={id} className="modelo-papel">
            <span className="modelo-papel-nome" dir="auto">
              {rotulo}
            </span>
            <Group gap="xs">
              {inTurns && <span className="etiqueta neutro">{t.pagina.vez(ordem)}</span>}
              <span className="etiqueta neutro">{words.funcao[funcao]}</span>
              {fatoresExigidos.map((fator) => (
                <span key={fator} className="etiqueta info">
                  {words.fator[fator]}
                </span>
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

function Variaveis({ modelo }: { readonly modelo: Modelo }) {
  const t = useModelos();
  if (modelo.variaveis.length === 0) {
    return (
      <Text c="dimmed" maw={720}>
        {t.pagina.semVariaveis}
      </Text>
    );
  }
  return (
    <ul className="lista-solta modelo-variaveis">
      {modelo.variaveis.map((nome) => (
        <li key={nome} className="modelo-variavel">
          <code dir="auto">{nome}</code>
          <Text size="xs" c="dimmed">
            {t.especie[especieDe(nome)]}
          </Text>
        </li>
      ))}
    </ul>
  );
}

function Campos({ modelo }: { readonly modelo: Modelo }) {
  const words = usePalavras();
  const counts = new Map<TipoCampo, number>();
  for (const { tipo } of modelo.campos) counts.set(tipo, (counts.get(tipo) ?? 0) + 1);
  return (
    <ul className="lista-solta modelo-variaveis">
      {[...counts].map(([tipo, count]) => (
        <li key={tipo} className="modelo-variavel">
          {words.campo[tipo]} <strong>{count}</strong>
        </li>
      ))}
    </ul>
  );
}
