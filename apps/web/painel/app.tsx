import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useState, useTransition } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Panel } from './api/panel.ts';
import { createQueries } from './api/queries.ts';
import { PanelProvider } from './context.tsx';
import { ROOT_OF } from './environment.ts';
import { Loading } from './parts/states.tsx';
import { routes } from './routes.tsx';
import { Reentry } from './shell/reentry.tsx';
import { type Language, rememberedLanguage, rememberLanguage, SpeechProvider } from './texts/area.ts';
import { resolver, theme } from './theme.ts';

export function App({ panel, nonce }: { readonly panel: Panel; readonly nonce: string }) {
  const [language, setLanguage] = useState<Language>(rememberedLanguage);
  const [, start] = useTransition();
  const queries = useMemo(createQueries, []);
  const router = useMemo(() => createBrowserRouter(routes, { basename: ROOT_OF[panel.ambiente] }), [panel]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const speech = useMemo(
    () => ({
      language,
      speak(wanted: Language) {
        rememberLanguage(wanted);
        start(() => setLanguage(wanted));
      },
    }),
    [language],
  );
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <PanelProvider value={panel}>
          <SpeechProvider value={speech}>
            <Notifications position="bottom-right" limit={4} />
            <Suspense fallback={<Loading />}>
              <RouterProvider router={router} />
              <Reentry />
            </Suspense>
          </SpeechProvider>
        </PanelProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
