import { Anchor, Button, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { useCut } from '../../kit/cut.tsx';
import { useBase } from '../textos/base.ts';
import { Icone } from './icone.tsx';

/** Names the page in the browser's tab and history. */
export function useTitulo(titulo: string): void {
  const t = useBase();
  useEffect(() => {
    document.title = t.titulo(titulo);
  }, [titulo, t]);
}

/** A screen inside of the frame: its heading, what can be done there, and what it shows. */
export function Tela(props: {
  readonly titulo: string;
  /** Where one level up is. */
  readonly acima?: { readonly to: string; readonly rotulo: string };
  /** Beside the heading. */
  readonly junto?: ReactNode;
  readonly acoes?: ReactNode;
  /** For forms and texts: no wider than is good to read. */
  readonly estreita?: boolean;
  readonly children: ReactNode;
}) {
  useTitulo(props.titulo);
  return (
    <Stack gap="lg" maw={props.estreita ? 720 : undefined} className="tela">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Stack gap={4} className="tela-titulo">
          {props.acima && (
            <Anchor component={Link} to={props.acima.to} size="sm" truncate>
              <Icone nome="voltar" tamanho={14} /> {props.acima.rotulo}
            </Anchor>
          )}
          <Cabeca titulo={props.titulo}>{props.junto}</Cabeca>
        </Stack>
        {props.acoes && <Group gap="xs">{props.acoes}</Group>}
      </Group>
      {props.children}
    </Stack>
  );
}

/** Characters that fill a line of a wide screen; a longer title is set smaller on a narrow one. */
const LINE = 60;

/** The heading, what stands beside it, and the rest of a title that takes too many lines. */
function Cabeca({ titulo, children }: { readonly titulo: string; readonly children: ReactNode }) {
  const t = useBase();
  const { ref, className, long, whole, toggle } = useCut(titulo);
  return (
    <Group gap="sm" align="center">
      <Title
        ref={ref}
        order={1}
        size="h2"
        className={`titulo-quebra ${titulo.length > LINE ? 'titulo-longo' : ''} ${className}`}
        dir="auto"
      >
        {titulo}
      </Title>
      {children}
      {long && (
        <Button variant="subtle" size="compact-sm" onClick={toggle}>
          {whole ? t.tituloLongo.encurtar : t.tituloLongo.inteiro}
        </Button>
      )}
    </Group>
  );
}
