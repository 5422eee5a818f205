import { Text } from '@mantine/core';
import type { OperationId } from '@rubrica/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useMember, usePode } from '../contexto.tsx';
import { Vazio } from '../partes/estados.tsx';
import { Tela } from '../partes/tela.tsx';
import { useBase } from '../textos/base.ts';
import { useOrganizacao } from '../textos/organizacao.ts';
import './organizacao.css';
import { SECOES } from './secoes.ts';

/**
 * A screen of the organization: its heading, the way to the other ones, and its content to roles that reach it. Who
 * came by a link and does not is told so, and nothing is asked of the service.
 */
export function TelaDaOrganizacao(props: {
  readonly titulo: string;
  readonly texto?: ReactNode;
  readonly operacao: OperationId;
  readonly acima?: { readonly to: string; readonly rotulo: string };
  readonly junto?: ReactNode;
  readonly acoes?: ReactNode;
  readonly children: ReactNode;
}) {
  const { pode } = usePode();
  const allowed = pode(props.operacao);
  return (
    <Tela
      titulo={props.titulo}
      {...(props.acima ? { acima: props.acima } : {})}
      junto={allowed && props.junto}
      acoes={allowed && props.acoes}
    >
      <Secoes />
      {props.texto && allowed && <Text maw={720}>{props.texto}</Text>}
      {allowed ? props.children : <SemAcesso />}
    </Tela>
  );
}

function Secoes() {
  const t = useOrganizacao();
  const { pode } = usePode();
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  // On a phone the row is wider than the screen: the section one is in is brought into it, without moving the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every change of the address
  useEffect(() => {
    const here = row.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (here && row.current) row.current.scrollLeft = here.offsetLeft - row.current.offsetLeft - 24;
  }, [pathname]);
  return (
    <nav ref={row} aria-label={t.secoes.rotulo} className="org-secoes">
      {SECOES.filter(({ operacao }) => pode(operacao)).map(({ to, rotulo }) => (
        <NavLink key={to} to={to} end={to === '/organizacao'} className="org-secao">
          {rotulo(t)}
        </NavLink>
      ))}
    </nav>
  );
}

function SemAcesso() {
  const base = useBase();
  const t = useOrganizacao();
  const { organizacao } = useMember();
  return <Vazio icone="escudo" titulo={t.semAcesso} texto={t.semAcessoTexto(base.papel[organizacao.papel])} />;
}

/** Names and values, for who only reads. */
export function Ficha({ linhas }: { readonly linhas: readonly (readonly [nome: string, valor: ReactNode])[] }) {
  return (
    <dl className="org-ficha">
      {linhas.map(([nome, valor]) => (
        <div key={nome}>
          <dt>{nome}</dt>
          <dd dir="auto">{valor}</dd>
        </div>
      ))}
    </dl>
  );
}
