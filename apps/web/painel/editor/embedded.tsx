import { MantineProvider, Stack, Text, Title } from '@mantine/core';
import { Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { tell } from '../api/errors.ts';
import { languageOfDevice } from '../likings.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { RouteFailure } from '../parts/route-failure.tsx';
import { useTitle } from '../parts/screen.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { SpeechProvider } from '../texts/area.ts';
import { useBase } from '../texts/base.ts';
import { resolver, theme } from '../theme.ts';
import { FieldEditor } from './editor.tsx';
import styles from './embedded.module.css';
import { EmbeddedSession, type Stage } from './embedded-session.ts';
import { refusalsOf } from './saving/documento.ts';
import type { Problem } from './state/rules.ts';
import { useEditor } from './texts/area.ts';

/** The editor of one draft inside another page, without the panel around it. */
export function Embedded(props: {
  readonly api: string;
  readonly ticket: string;
  /** Origin of the page around; empty where it is nobody's. */
  readonly around: string;
  readonly nonce: string;
}) {
  const { api, ticket, around, nonce } = props;
  const [session] = useState(() => new EmbeddedSession(api, ticket, around));
  const [language, speak] = useState(languageOfDevice);
  const speech = useMemo(() => ({ language, speak }), [language]);
  const [router] = useState(() =>
    createMemoryRouter([{ path: '*', element: <Screen session={session} />, errorElement: <RouteFailure /> }]),
  );
  useEffect(() => void session.begin(), [session]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <SpeechProvider value={speech}>
        <Suspense fallback={<Loading />}>
          <RouterProvider router={router} />
        </Suspense>
      </SpeechProvider>
    </MantineProvider>
  );
}

function Screen({ session }: { readonly session: EmbeddedSession }) {
  const t = useEditor();
  const stage = useSyncExternalStore(session.stage.subscribe, session.stage.get);
  useTitle(t.prepare);
  return (
    <main id="conteudo" className={styles.inside}>
      <Shown session={session} stage={stage} />
    </main>
  );
}

function Shown({ session, stage }: { readonly session: EmbeddedSession; readonly stage: Stage }) {
  const t = useEditor().inside;
  const { erros } = useBase();
  switch (stage.at) {
    case 'opening':
      return <Loading />;
    case 'unreached':
      return <Failure erro={stage.error} repeat={session.begin} />;
    case 'sent':
      return <End iconName="tick" titulo={t.sent} texto={t.sentText} />;
    case 'over':
      return <End iconName="clock" titulo={t.over} texto={stage.perhapsSent ? t.perhapsSent : t.overText} />;
    case 'editing': {
      const { opened } = stage;
      const send = async (): Promise<readonly Problem[]> => {
        try {
          await session.send(opened);
          return [];
        } catch (error) {
          const refused = refusalsOf(error);
          if (refused.length > 0) return refused;
          const fault = { kind: 'refused', message: tell(error, erros).mensagem } as const;
          return [{ fault, spot: { at: 'campos' }, blocks: true, path: '' }];
        }
      };
      return (
        <FieldEditor
          source={opened.source}
          ambiente={opened.ambiente}
          allows={() => true}
          above={null}
          onSend={send}
          onSaved={session.saved}
        />
      );
    }
  }
}

/** There is nothing more to do here. */
function End(props: { readonly iconName: IconName; readonly titulo: string; readonly texto: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // What had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack className={styles.end} align="center" gap="sm">
      <Icon name={props.iconName} size={40} />
      <Title ref={heading} order={1} size="h2" tabIndex={-1}>
        {props.titulo}
      </Title>
      <Text c="dimmed">{props.texto}</Text>
    </Stack>
  );
}
