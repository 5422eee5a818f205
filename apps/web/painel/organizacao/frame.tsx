import { Text } from '@mantine/core';
import type { OperationId } from '@rubrica/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useIsAllowed, useMember } from '../context.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty } from '../parts/states.tsx';
import { useBase } from '../texts/base.ts';
import { useOrganizacao } from '../texts/organizacao.ts';
import styles from './frame.module.css';
import { SECTIONS } from './sections.ts';

/**
 * A screen of the organization: its heading, the way to the other ones, and its content to roles that reach it. Who
 * came by a link and does not is told so, and nothing is asked of the service.
 */
export function OrganizacaoScreen(props: {
  readonly title: string;
  readonly texto?: ReactNode;
  readonly operacao: OperationId;
  readonly above?: { readonly to: string; readonly label: string };
  readonly together?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const { isAllowed } = useIsAllowed();
  const allowed = isAllowed(props.operacao);
  return (
    <Screen
      title={props.title}
      {...(props.above ? { above: props.above } : {})}
      together={allowed && props.together}
      actions={allowed && props.actions}
    >
      <Sections />
      {props.texto && allowed && <Text maw={720}>{props.texto}</Text>}
      {allowed ? props.children : <NoAccess />}
    </Screen>
  );
}

function Sections() {
  const t = useOrganizacao();
  const { isAllowed } = useIsAllowed();
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  // On a phone the row is wider than the screen: the section one is in is brought into it, without moving the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every change of the address
  useEffect(() => {
    const here = row.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (here && row.current) row.current.scrollLeft = here.offsetLeft - row.current.offsetLeft - 24;
  }, [pathname]);
  return (
    <nav ref={row} aria-label={t.sections.rotulo} className={styles.sections}>
      {SECTIONS.filter(({ operacao }) => isAllowed(operacao)).map(({ to, rotulo }) => (
        <NavLink key={to} to={to} end={to === '/organizacao'} className={styles.section}>
          {rotulo(t)}
        </NavLink>
      ))}
    </nav>
  );
}

function NoAccess() {
  const base = useBase();
  const t = useOrganizacao();
  const { organizacao } = useMember();
  return <Empty iconName="shield" titulo={t.noAccess} texto={t.noAccessText(base.papel[organizacao.papel])} />;
}

/** Names and values, for who only reads. */
export function Card({ lines }: { readonly lines: readonly (readonly [nome: string, valor: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {lines.map(([nome, valor]) => (
        <div key={nome}>
          <dt>{nome}</dt>
          <dd dir="auto">{valor}</dd>
        </div>
      ))}
    </dl>
  );
}
