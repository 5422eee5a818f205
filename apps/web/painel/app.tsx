import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useState, useTransition } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ROOT_OF } from './ambiente.ts';
import { createQueries } from './api/consultas.ts';
import type { Panel } from './api/painel.ts';
import { Reentrada } from './casca/reentrada.tsx';
import { PanelProvider } from './contexto.tsx';
import { Carregando } from './partes/estados.tsx';
import { rotas } from './rotas.tsx';
import { resolver, theme } from './tema.ts';
import { type Language, rememberedLanguage, rememberLanguage, SpeechProvider } from './textos/area.ts';

export function App({ panel, nonce }: { readonly panel: Panel; readonly nonce: string }) {
  const [language, setLanguage] = useState<Language>(rememberedLanguage);
  const [, start] = useTransition();
  const queries = useMemo(createQueries, []);
  const router = useMemo(() => createBrowserRouter(rotas, { basename: ROOT_OF[panel.ambiente] }), [panel]);
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
            <Suspense fallback={<Carregando />}>
              <RouterProvider router={router} />
              <Reentrada />
            </Suspense>
          </SpeechProvider>
        </PanelProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
