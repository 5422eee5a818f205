import { Button, Group, Text } from '@mantine/core';
import type { Envelope } from '@rubrica/contract';
import { Link } from 'react-router';
import { usePode } from '../contexto.tsx';
import '../documentos/documentos.css';
import { NomesDeQuemFalta } from '../documentos/quem-falta.tsx';
import { Carregando, Falha, Vazio } from '../partes/estados.tsx';
import { EtiquetaEnvelope } from '../partes/etiqueta.tsx';
import { Icone } from '../partes/icone.tsx';
import { Momento } from '../partes/momento.tsx';
import { Tela } from '../partes/tela.tsx';
import { useEnvelopes } from '../textos/envelopes.ts';
import { useListaDeEnvelopes } from './consultas.ts';
import './envelopes.css';
import { concluidos, faltantes } from './estado.ts';

/** `/envelopes` */
export function Component() {
  const t = useEnvelopes();
  const { pode } = usePode();
  const list = useListaDeEnvelopes();
  const envelopes = list.data?.pages.flatMap(({ itens }) => itens) ?? [];
  const mayCreate = pode('criarEnvelope');
  const create = (
    <Button component={Link} to="/envelopes/novo" leftSection={<Icone nome="somar" />}>
      {t.novo}
    </Button>
  );
  return (
    <Tela
      titulo={t.titulo}
      junto={
        envelopes.length > 0 && (
          <Text c="dimmed" size="sm" role="status">
            {t.total(list.data?.pages.at(-1)?.total ?? 0)}
          </Text>
        )
      }
      acoes={mayCreate && envelopes.length > 0 && create}
    >
      {list.error && <Falha erro={list.error} repetir={() => void list.refetch()} />}
      {list.isPending && <Carregando />}
      {list.data && envelopes.length === 0 && (
        <Vazio
          icone="envelope"
          titulo={t.lista.vazioTitulo}
          texto={mayCreate ? t.lista.vazioTexto : t.lista.vazioLeitor}
        >
          {mayCreate && create}
        </Vazio>
      )}
      {envelopes.length > 0 && <Linhas envelopes={envelopes} />}
      {list.hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t.lista.mais}
          </Button>
        </Group>
      )}
    </Tela>
  );
}

function Linhas({ envelopes }: { readonly envelopes: readonly Envelope[] }) {
  const t = useEnvelopes();
  const { colunas } = t.lista;
  return (
    <div className="tabela">
      <div className="linha cabeca" aria-hidden="true">
        <span className="col-titulo">{colunas.titulo}</span>
        <span>{colunas.estado}</span>
        <span>{colunas.falta}</span>
        <span>{colunas.criado}</span>
      </div>
      <ul className="lista-solta" aria-label={t.lista.rotulo}>
        {envelopes.map((envelope) => (
          <li key={envelope.id} className="linha linha-envelope">
            <Linha envelope={envelope} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Linha({ envelope }: { readonly envelope: Envelope }) {
  const t = useEnvelopes();
  const { documentos } = envelope;
  const sent = envelope.status !== 'RASCUNHO';
  return (
    <>
      <span className="col-titulo">
        <Link to={`/envelopes/${envelope.id}`} className="titulo-link" dir="auto">
          {envelope.titulo}
        </Link>
        <span className="sob-titulo">
          {sent ? t.lista.concluidos(concluidos(documentos), documentos.length) : t.documentos(documentos.length)}
        </span>
      </span>
      <span className="col-estado">
        <EtiquetaEnvelope status={envelope.status} />
      </span>
      <span className="col-falta">
        <span className="unseen">{t.lista.colunas.falta}: </span>
        <NomesDeQuemFalta quem={faltantes(documentos).map(({ signatario }) => signatario)} />
      </span>
      <span className="col-criado">
        <span className="unseen">{t.lista.colunas.criado}: </span>
        <Momento quando={envelope.criadoEm} estilo="dia" />
      </span>
    </>
  );
}
