import { Anchor, Group } from '@mantine/core';
import { useIntegrationTexts } from '../texts/integration.ts';

const ADDRESSES = {
  reference: '/docs',
  inicio: '/docs/inicio-rapido',
  webhooks: '/docs/webhooks',
  incorporar: '/docs/incorporar',
  sandbox: '/docs/sandbox',
  limites: '/docs/limites',
  erros: '/docs/erros.html',
} as const;

/** Links to the documentation, which opens beside the work. */
export function Guides({ whichOnes }: { readonly whichOnes: readonly (keyof typeof ADDRESSES)[] }) {
  const t = useIntegrationTexts();
  return (
    <Group component="nav" gap="md" aria-label={t.guides.rotulo}>
      {whichOnes.map((which) => (
        <Anchor key={which} href={ADDRESSES[which]} target="_blank" rel="noreferrer" size="sm">
          {t.guides[which]}
        </Anchor>
      ))}
    </Group>
  );
}
