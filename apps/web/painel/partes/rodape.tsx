import { Button, Group } from '@mantine/core';
import { useBase } from '../textos/base.ts';
import { Recusa } from './recusa.tsx';

/** The foot of a dialog: what the service refused, the way out of it, and what it is for. */
export function Rodape(props: {
  readonly recusa?: string | null;
  readonly onClose: () => void;
  /** What the act is called. */
  readonly acao: string;
  /** Does it; absent where it submits the form around it. */
  readonly onAcao?: () => void;
  readonly ocupado: boolean;
  /** It takes something away: it is red, and the way out is called going back. */
  readonly perigo?: boolean;
  /** What the way out is called, where it is neither of those. */
  readonly saida?: string;
  /** Which of the two has the focus when the dialog opens; none where a field has it. */
  readonly foco?: 'saida' | 'acao';
}) {
  const base = useBase();
  const act = props.onAcao ? { onClick: props.onAcao } : { type: 'submit' as const };
  return (
    <>
      <Recusa texto={props.recusa ?? null} />
      <Group justify="flex-end">
        <Button variant="default" data-autofocus={props.foco === 'saida' || undefined} onClick={props.onClose}>
          {props.saida ?? (props.perigo ? base.acoes.voltar : base.acoes.cancelar)}
        </Button>
        <Button
          {...act}
          {...(props.perigo ? { color: 'red' } : {})}
          data-autofocus={props.foco === 'acao' || undefined}
          loading={props.ocupado}
        >
          {props.acao}
        </Button>
      </Group>
    </>
  );
}
