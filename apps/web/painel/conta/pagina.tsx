import { Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTitulo } from '../partes/tela.tsx';
import { LANGUAGES, type Language, useSpeech } from '../textos/area.ts';
import { useBase } from '../textos/base.ts';
import { useConta } from '../textos/conta.ts';

const NAMES = { 'pt-BR': 'Português', en: 'English', es: 'Español' } as const;

/** A page of the way in: one sheet in the middle, the language at the top. */
export function PaginaDeEntrada(props: {
  readonly titulo: string;
  readonly texto?: ReactNode;
  readonly children: ReactNode;
  readonly rodape?: ReactNode;
}) {
  const base = useBase();
  const t = useConta();
  const { language, speak } = useSpeech();
  useTitulo(props.titulo);
  return (
    <div className="entrada">
      <header className="entrada-topo">
        <span className="marca">{t.marca}</span>
        <NativeSelect
          size="xs"
          aria-label={base.idioma}
          value={language}
          onChange={(event) => speak(event.currentTarget.value as Language)}
          data={LANGUAGES.map((one) => ({ value: one, label: NAMES[one] }))}
        />
      </header>
      <main id="conteudo">
        <Paper withBorder p="xl" className="entrada-folha">
          <Stack>
            <Title order={1} size="h2">
              {props.titulo}
            </Title>
            {props.texto && (
              <Text c="dimmed" size="sm">
                {props.texto}
              </Text>
            )}
            {props.children}
          </Stack>
        </Paper>
        {props.rodape && (
          <Group justify="center" mt="md" gap="xs">
            {props.rodape}
          </Group>
        )}
      </main>
    </div>
  );
}
