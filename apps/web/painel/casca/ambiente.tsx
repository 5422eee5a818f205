import { SegmentedControl } from '@mantine/core';
import { ROOT_OF } from '../ambiente.ts';
import { usePanel } from '../contexto.tsx';
import { useBase } from '../textos/base.ts';

/** Production or test, always in sight. The other environment is another address, opened from its beginning. */
export function TrocaDeAmbiente() {
  const t = useBase();
  const { ambiente } = usePanel();
  return (
    <SegmentedControl
      className="troca-de-ambiente"
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
