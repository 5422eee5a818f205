import type { OperationId } from '@rubrica/contract';
import type { ReactNode } from 'react';
import { usePode } from '../contexto.tsx';
import { Vazio } from '../partes/estados.tsx';
import { Tela } from '../partes/tela.tsx';
import { useIntegracao } from '../textos/integracao.ts';

/** A screen for roles that reach an operation; the others, who came by its address, are told whom to ask. */
export function SoQuemAlcanca(props: {
  readonly operacao: OperationId;
  readonly titulo: string;
  readonly children: ReactNode;
}) {
  const t = useIntegracao();
  const { pode } = usePode();
  if (pode(props.operacao)) return props.children;
  return (
    <Tela titulo={props.titulo}>
      <Vazio icone="escudo" titulo={t.alcance.titulo} texto={t.alcance.texto} />
    </Tela>
  );
}
