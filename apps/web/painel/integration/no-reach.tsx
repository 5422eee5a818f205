import type { OperationId } from '@rubrica/contract';
import type { ReactNode } from 'react';
import { useIsAllowed } from '../context.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty } from '../parts/states.tsx';
import { useIntegrationTexts } from '../texts/integration.ts';

/** A screen for roles that reach an operation; the others, who came by its address, are told whom to ask. */
export function OnlyWhoReaches(props: {
  readonly operacao: OperationId;
  readonly titulo: string;
  readonly children: ReactNode;
}) {
  const t = useIntegrationTexts();
  const { isAllowed } = useIsAllowed();
  if (isAllowed(props.operacao)) return props.children;
  return (
    <Screen title={props.titulo}>
      <Empty drawing="shield" titulo={t.reach.titulo} texto={t.reach.texto} />
    </Screen>
  );
}
