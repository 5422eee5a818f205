import { Checkbox } from '@mantine/core';
import type { Party } from '../state/types.ts';
import { useEditor } from '../texts/area.ts';

/** Whether somebody signs before the sender, on a device that is handed over: asked where the link is handed over too. */
export function InPersonBox(props: {
  readonly party: Pick<Party, 'metodoEntrega' | 'presencial'>;
  readonly disabled?: boolean;
  readonly onChange: (presencial: boolean) => void;
}) {
  const { party, disabled = false, onChange } = props;
  const { persons: t } = useEditor();
  if (party.metodoEntrega !== 'LINK') return null;
  return (
    <Checkbox
      size="sm"
      label={t.inPerson}
      description={t.inPersonHint}
      checked={party.presencial}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
