import { SegmentedControl } from '@mantine/core';
import { usePanel } from '../context.tsx';
import { ROOT_OF } from '../environment.ts';
import { useBase } from '../texts/base.ts';

/** Production or test, always in sight. The other environment is another address, opened from its beginning. */
export function EnvironmentSwitch() {
  const t = useBase();
  const { ambiente } = usePanel();
  return (
    <SegmentedControl
      flex="none"
      size="xs"
      aria-label={t.ambiente.rotulo}
      value={ambiente}
      data={[
        { value: 'PRODUCAO', label: t.ambiente.PRODUCAO },
        { value: 'TESTE', label: t.ambiente.TESTE },
      ]}
      onChange={(value) => location.assign(`${ROOT_OF[value as 'PRODUCAO' | 'TESTE']}/documentos`)}
    />
  );
}
