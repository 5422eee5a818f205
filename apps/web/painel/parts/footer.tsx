import { Button, Group } from '@mantine/core';
import { useBase } from '../texts/base.ts';
import { Refused } from './refusal.tsx';

/** The foot of a dialog: what the service refused, the way out of it, and what it is for. */
export function Footer(props: {
  readonly refusal?: string | null;
  readonly onClose: () => void;
  /** What the act is called. */
  readonly acao: string;
  /** Does it; absent where it submits the form around it. */
  readonly onAction?: () => void;
  readonly busy: boolean;
  /** It removes something: it is red, and its other button says "go back". */
  readonly danger?: boolean;
  /** What the way out is called, where it is neither of those. */
  readonly exit?: string;
  /** Which of the two has the focus when the dialog opens; none where a field has it. */
  readonly focusTarget?: 'exit' | 'acao';
}) {
  const base = useBase();
  const act = props.onAction ? { onClick: props.onAction } : { type: 'submit' as const };
  return (
    <>
      <Refused texto={props.refusal ?? null} />
      <Group justify="flex-end">
        <Button variant="default" data-autofocus={props.focusTarget === 'exit' || undefined} onClick={props.onClose}>
          {props.exit ?? (props.danger ? base.actions.back : base.actions.cancel)}
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
