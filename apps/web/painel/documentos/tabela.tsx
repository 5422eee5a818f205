import { Checkbox } from '@mantine/core';
import type { DocumentoResumo } from '@rubrica/contract';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { EtiquetaDocumento } from '../partes/etiqueta.tsx';
import { Momento } from '../partes/momento.tsx';
import { useDocumentos } from '../textos/documentos.ts';
import { missing } from './estado.ts';

const ROW_PX = 64;
const AHEAD = 12;
const NAMES_SHOWN = 2;

interface Props {
  readonly documentos: readonly DocumentoResumo[];
  readonly total: number;
  /** Names of folders, for the line under a title. */
  readonly pastaDe: (pastaId: string | null) => string | null;
  /** Ids chosen; null where there is nothing to choose for. */
  readonly chosen: ReadonlySet<string> | null;
  readonly choosable: (documento: DocumentoResumo) => boolean;
  readonly onChoose: (ids: readonly string[], wanted: boolean) => void;
  readonly hasMore: boolean;
  readonly onMore: () => void;
}

/** The rows in view and a few around them: a hundred thousand documents are as light as fifty. */
export function Tabela(props: Props) {
  const t = useDocumentos();
  const { documentos, hasMore, onMore } = props;
  const place = useRef<HTMLUListElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => setOffset(place.current?.offsetTop ?? 0), []);
  const rows = useWindowVirtualizer({
    count: documentos.length,
    estimateSize: () => ROW_PX,
    overscan: AHEAD,
    scrollMargin: offset,
    getItemKey: (index) => documentos[index]?.id ?? index,
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= documentos.length - AHEAD) onMore();
  }, [hasMore, last, documentos.length, onMore]);
  return (
    <div className="tabela">
      <Cabeca {...props} />
      <ul ref={place} aria-label={t.lista.rotulo} className="linhas" style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const documento = documentos[index];
          if (!documento) return null;
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={props.total}
              aria-posinset={index + 1}
              className={`linha ${props.chosen ? 'com-escolha' : ''} ${props.chosen?.has(documento.id) ? 'escolhida' : ''}`}
              style={{ transform: `translateY(${start - offset}px)` }}
            >
              <Linha documento={documento} {...props} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Names of the columns, and one mark for every row that is loaded and may be chosen. */
function Cabeca({ documentos, chosen, choosable, onChoose }: Props) {
  const t = useDocumentos();
  const ids = chosen ? documentos.filter(choosable).map(({ id }) => id) : [];
  const marked = ids.filter((id) => chosen?.has(id)).length;
  const all = ids.length > 0 && marked === ids.length;
  return (
    <div className={`linha cabeca ${chosen ? 'com-escolha' : ''}`}>
      {chosen && (
        <Checkbox
          className="col-escolha"
          aria-label={t.lista.selecionarTodos}
          disabled={ids.length === 0}
          checked={all}
          indeterminate={marked > 0 && !all}
          onChange={() => onChoose(ids, !all)}
        />
      )}
      <span aria-hidden="true" className="col-titulo">
        {t.lista.colunas.titulo}
      </span>
      <span aria-hidden="true">{t.lista.colunas.estado}</span>
      <span aria-hidden="true">{t.lista.colunas.falta}</span>
      <span aria-hidden="true">{t.lista.colunas.criado}</span>
    </div>
  );
}

function Linha({ documento, ...props }: Props & { readonly documento: DocumentoResumo }) {
  const t = useDocumentos();
  const folder = props.pastaDe(documento.pastaId);
  return (
    <>
      {props.chosen && (
        <span className="col-escolha">
          {props.choosable(documento) && (
            <Checkbox
              aria-label={t.lista.selecionar(documento.titulo)}
              checked={props.chosen.has(documento.id)}
              onChange={(event) => props.onChoose([documento.id], event.currentTarget.checked)}
            />
          )}
        </span>
      )}
      <span className="col-titulo">
        <Link to={`/documentos/${documento.id}`} className="titulo-link" dir="auto">
          {documento.titulo}
        </Link>
        {folder && (
          <span className="sob-titulo" dir="auto">
            {folder}
          </span>
        )}
      </span>
      <span className="col-estado">
        <EtiquetaDocumento status={documento.status} />
      </span>
      <span className="col-falta">
        <span className="unseen">{t.lista.colunas.falta}: </span>
        <QuemFalta documento={documento} />
      </span>
      <span className="col-criado">
        <span className="unseen">{t.lista.colunas.criado}: </span>
        <Momento quando={documento.criadoEm} estilo="dia" />
      </span>
    </>
  );
}

/** Who still has to sign, two by name; whose invitation did not arrive is said. */
export function QuemFalta({ documento }: { readonly documento: DocumentoResumo }) {
  const t = useDocumentos();
  if (documento.signatarios.length === 0) return <span className="suave">{t.lista.semSignatarios}</span>;
  const waiting = missing(documento);
  if (waiting.length === 0) return <span className="suave">{t.lista.ninguem}</span>;
  const failed = waiting.filter(({ status }) => status === 'FALHA_ENTREGA');
  const shown = [...failed, ...waiting.filter((one) => !failed.includes(one))].slice(0, NAMES_SHOWN);
  return (
    <span className="nomes">
      {shown.map((one) => (
        <span key={one.id} dir="auto" className={one.status === 'FALHA_ENTREGA' ? 'nome falhou' : 'nome'}>
          {one.nome ?? one.email ?? one.telefone ?? t.signatario.semNome}
          {one.status === 'FALHA_ENTREGA' && ` (${t.lista.falhaEntrega})`}
        </span>
      ))}
      {waiting.length > shown.length && <span className="suave">{t.lista.mais(waiting.length - shown.length)}</span>}
    </span>
  );
}
