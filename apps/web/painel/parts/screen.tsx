import { Anchor, Button, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { useCut } from '../../kit/cut.tsx';
import { useBase } from '../texts/base.ts';
import { Icon } from './icon.tsx';
import styles from './screen.module.css';

/** Names the page in the browser's tab and history. */
export function useTitle(titulo: string): void {
  const t = useBase();
  useEffect(() => {
    document.title = t.titulo(titulo);
  }, [titulo, t]);
}

/** A screen inside of the frame: its heading, what can be done there, and what it shows. */
export function Screen(props: {
  readonly title: string;
  /** Where one level up is. */
  readonly above?: { readonly to: string; readonly label: string };
  /** Beside the heading. */
  readonly together?: ReactNode;
  readonly actions?: ReactNode;
  /** For forms and texts: no wider than is good to read. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}) {
  useTitle(props.title);
  return (
    <Stack gap="lg" maw={props.narrow ? 720 : undefined}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <Stack gap={4} className={styles.head}>
          {props.above && (
            <Anchor component={Link} to={props.above.to} size="sm" truncate>
              <Icon name="back" size={14} /> {props.above.label}
            </Anchor>
          )}
          <Head title={props.title}>{props.together}</Head>
        </Stack>
        {props.actions && (
          <Group gap="xs" className={styles.actions}>
            {props.actions}
          </Group>
        )}
      </Group>
      {props.children}
    </Stack>
  );
}

/** Characters that fill a line of a wide screen; a longer title is set smaller on a narrow one. */
const LINE = 60;

/** The heading, what stands beside it, and the rest of a title that takes too many lines. */
function Head({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = useBase();
  const { ref, className, long, whole, toggle } = useCut(title);
  return (
    <Group gap="sm" align="center">
      <Title
        ref={ref}
        order={1}
        size="h2"
        className={`break-anywhere ${title.length > LINE ? styles.long : ''} ${className}`}
        dir="auto"
      >
        {title}
      </Title>
      {children}
      {long && (
        <Button variant="subtle" size="compact-sm" onClick={toggle}>
          {whole ? t.longTitle.shorten : t.longTitle.whole}
        </Button>
      )}
    </Group>
  );
}
