import { Text } from '@mantine/core';
import type { OperationId } from '@rubrica/contract';
import type { ReactNode } from 'react';
import { useIsAllowed, useMember } from '../context.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty } from '../parts/states.tsx';
import { useBase } from '../texts/base.ts';
import { useOrganizacao } from '../texts/organizacao.ts';
import styles from './frame.module.css';

/**
 * A screen of the organization: its heading, and its content to roles that reach it. Who
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
      {props.texto && allowed && <Text maw={720}>{props.texto}</Text>}
      {allowed ? props.children : <NoAccess />}
    </Screen>
  );
}

function NoAccess() {
  const base = useBase();
  const t = useOrganizacao();
  const { organizacao } = useMember();
  return <Empty drawing="shield" titulo={t.noAccess} texto={t.noAccessText(base.papel[organizacao.papel])} />;
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
