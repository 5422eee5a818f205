import type { Modelo } from '@rubrica/contract';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { usePanel, usePode } from '../../contexto.tsx';
import { Carregando, Falha, Vazio } from '../../partes/estados.tsx';
import { Tela } from '../../partes/tela.tsx';
import { useModelos, usePlanilha } from '../../textos/modelos.ts';
import { useModelo } from '../consultas.ts';
import '../../documentos/documentos.css';
import '../modelos.css';
import { regrasDe } from '../preenchimento.ts';
import { Andamento } from './andamento.tsx';
import { Arquivo, type Escolhido } from './arquivo.tsx';
import { chamadasDe } from './chamadas.ts';
import { chaveDe } from './chave.ts';
import { Colunas } from './colunas.tsx';
import { Conferencia } from './conferencia.tsx';
import { casadas, destinosDe, type Escolhas } from './destinos.ts';
import type { Lido } from './ler.ts';
import { type Linha, linhasDe } from './linhas.ts';
import { type Ajustes, OpcoesDaPlanilha } from './opcoes.tsx';
import './planilha.css';
import { createRodada, type Rodada } from './rodada.ts';

/** `/modelos/{modeloId}/planilha` */
export function Component() {
  const t = useModelos();
  const texts = usePlanilha();
  const { modeloId = '' } = useParams();
  const { pode } = usePode();
  const modelo = useModelo(modeloId);
  const acima = { to: `/modelos/${modeloId}`, rotulo: modelo.data?.nome ?? t.titulo };
  return (
    <Tela titulo={modelo.data ? texts.titulo(modelo.data.nome) : t.titulo} acima={acima}>
      {modelo.error && <Falha erro={modelo.error} repetir={() => void modelo.refetch()} />}
      {modelo.isPending && <Carregando />}
      {modelo.data &&
        (pode('criarDocumentoDeModelo') ? (
          <Planilha key={modeloId} modelo={modelo.data} />
        ) : (
          <Vazio icone="escudo" titulo={t.titulo} texto={t.usar.semAcesso} />
        ))}
    </Tela>
  );
}

/** Lines under way, with what they came from. */
interface Corrida {
  readonly rodada: Rodada;
  readonly linhas: readonly Linha[];
  /** Those that were begun, in the order of the results. */
  readonly prontas: readonly Linha[];
  readonly lido: Lido;
}

function Planilha({ modelo: now }: { readonly modelo: Modelo }) {
  // The template as it was when the file was chosen: a change meanwhile would give the same lines other keys.
  const [modelo] = useState(now);
  const panel = usePanel();
  const [escolhido, setEscolhido] = useState<Escolhido | null>(null);
  const [corrida, setCorrida] = useState<Corrida | null>(null);
  const start = (lido: Lido, linhas: readonly Linha[], { regras, enviar, lote }: Ajustes) => {
    const prontas = linhas.filter(({ problemas }) => problemas.length === 0);
    const trabalhos = prontas.map((linha) => ({
      linha,
      chave: () =>
        chaveDe({
          modeloId: modelo.id,
          lote,
          conteudo: linha.conteudo,
          vez: linha.vez,
          quantos: modelo.papeis.length,
        }),
    }));
    const rodada = createRodada(trabalhos, chamadasDe(panel, modelo.id, regras), enviar);
    setCorrida({ rodada, linhas, prontas, lido });
  };
  if (corrida && escolhido) {
    return (
      <Andamento
        modelo={modelo}
        arquivo={escolhido.nome}
        {...corrida}
        onNova={() => {
          setCorrida(null);
          setEscolhido(null);
        }}
      />
    );
  }
  return (
    <>
      <Arquivo modelo={modelo} escolhido={escolhido} onEscolhido={setEscolhido} />
      {escolhido && escolhido.lido.registros.length + escolhido.lido.quebradas.length > 0 && (
        <Preparo
          key={`${escolhido.vez} ${escolhido.lido.cabecalho.join('\n')}`}
          modelo={modelo}
          lido={escolhido.lido}
          onStart={start}
        />
      )}
    </>
  );
}

/** What the columns are for, what is to be done, and what would come of it. */
function Preparo(props: {
  readonly modelo: Modelo;
  readonly lido: Lido;
  readonly onStart: (lido: Lido, linhas: readonly Linha[], ajustes: Ajustes) => void;
}) {
  const { modelo, lido } = props;
  const [ajustes, setAjustes] = useState<Ajustes>(() => ({
    regras: regrasDe(modelo),
    enviar: false,
    lote: '',
    repetidas: false,
  }));
  const { regras, repetidas } = ajustes;
  const destinos = useMemo(() => destinosDe(modelo, regras), [modelo, regras]);
  const [escolhas, setEscolhas] = useState<Escolhas>(() => casadas(destinos, lido.cabecalho));
  const linhas = useMemo(
    () => linhasDe(modelo, lido, destinos, { escolhas, regras, repetidas }),
    [modelo, lido, destinos, escolhas, regras, repetidas],
  );
  return (
    <>
      <Colunas destinos={destinos} lido={lido} escolhas={escolhas} onEscolhas={setEscolhas} />
      <OpcoesDaPlanilha
        modelo={modelo}
        ajustes={ajustes}
        onAjustes={(next) => setAjustes((now) => ({ ...now, ...next }))}
        onRegras={(change) => setAjustes((now) => ({ ...now, regras: change(now.regras) }))}
        comRepetidas={linhas.some(({ vez }) => vez > 0)}
      />
      <Conferencia
        modelo={modelo}
        linhas={linhas}
        enviar={ajustes.enviar}
        onCriar={() => props.onStart(lido, linhas, ajustes)}
      />
    </>
  );
}
