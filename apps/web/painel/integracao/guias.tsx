import { Anchor, Group } from '@mantine/core';
import { useIntegracao } from '../textos/integracao.ts';

const ADDRESSES = {
  referencia: '/docs',
  inicio: '/docs/inicio-rapido',
  webhooks: '/docs/webhooks',
  sandbox: '/docs/sandbox',
  limites: '/docs/limites',
  erros: '/docs/erros.html',
} as const;

/** Links to the documentation, which opens beside the work. */
export function Guias({ quais }: { readonly quais: readonly (keyof typeof ADDRESSES)[] }) {
  const t = useIntegracao();
  return (
    <Group component="nav" gap="md" aria-label={t.guias.rotulo}>
      {quais.map((which) => (
        <Anchor key={which} href={ADDRESSES[which]} target="_blank" rel="noreferrer" size="sm">
          {t.guias[which]}
        </Anchor>
      ))}
    </Group>
  );
}
