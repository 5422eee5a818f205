import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Panel } from './api/panel.ts';
import { createQueries } from './api/queries.ts';
import { PanelProvider } from './context.tsx';
import { ROOT_OF } from './environment.ts';
import { useLanguage, useTheme } from './likings.ts';
import { Loading } from './parts/states.tsx';
import { routes } from './routes.tsx';
import { prefetchScreens } from './shell/prefetch.ts';
import { Reentry } from './shell/reentry.tsx';
import { SpeechProvider } from './texts/area.ts';
import { resolver, theme } from './theme.ts';

export function App({ panel, nonce }: { readonly panel: Panel; readonly nonce: string }) {
  const speech = useLanguage(panel);
  const scheme = useTheme(panel);
  const queries = useMemo(createQueries, []);
  const router = useMemo(() => createBrowserRouter(routes, { basename: ROOT_OF[panel.ambiente] }), [panel]);
  useEffect(() => prefetchScreens(routes, ROOT_OF[panel.ambiente]), [panel]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      defaultColorScheme="auto"
      {...(scheme ? { forceColorScheme: scheme } : {})}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <PanelProvider value={panel}>
          <SpeechProvider value={speech}>
            {/* Over the head, where nothing is done: what one works on stays in sight. */}
            <Notifications position="top-center" limit={3} containerWidth={440} />
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
