import { Button, Group } from '@mantine/core';
import { useBase } from '../texts/base.ts';
import { Recusa } from './refusal.tsx';

/** The foot of a dialog: what the service refused, the way out of it, and what it is for. */
export function Footer(props: {
  readonly recusa?: string | null;
  readonly onClose: () => void;
  /** What the act is called. */
  readonly acao: string;
  /** Does it; absent where it submits the form around it. */
  readonly onAcao?: () => void;
  readonly busy: boolean;
  /** It takes something away: it is red, and the way out is called going back. */
  readonly danger?: boolean;
  /** What the way out is called, where it is neither of those. */
  readonly exit?: string;
  /** Which of the two has the focus when the dialog opens; none where a field has it. */
  readonly focusTarget?: 'exit' | 'acao';
}) {
  const base = useBase();
  const act = props.onAcao ? { onClick: props.onAcao } : { type: 'submit' as const };
  return (
    <>
      <Recusa texto={props.recusa ?? null} />
      <Group justify="flex-end">
        <Button variant="default" data-autofocus={props.focusTarget === 'exit' || undefined} onClick={props.onClose}>
          {props.exit ?? (props.danger ? base.actions.back : base.actions.cancelar)}
        </Button>
        <Button
          {...act}
          {...(props.danger ? { color: 'red' } : {})}
          data-autofocus={props.focusTarget === 'acao' || undefined}
          loading={props.busy}
        >
          {props.acao}
        </Button>
      </Group>
    </>
  );
}
