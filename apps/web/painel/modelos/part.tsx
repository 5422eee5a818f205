import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a screen, under its own heading. */
export function Part({ titulo, children }: { readonly titulo: string; readonly children: ReactNode }) {
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {titulo}
      </Title>
      <Stack>{children}</Stack>
    </section>
  );
}
