import { AppShell, Burger, NavLink as MantineNavLink } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Navigate, NavLink, Outlet, useLocation, useMatches } from 'react-router';
import { faultOf } from '../../kit/api.ts';
import type { KnownSession } from '../api/sessao.ts';
import { MemberProvider, useMember, usePanel, usePode } from '../contexto.tsx';
import { createUploads, UploadsProvider, useUploads } from '../documentos/envios.ts';
import { Carregando, Falha } from '../partes/estados.tsx';
import { Icone } from '../partes/icone.tsx';
import { useBase } from '../textos/base.ts';
import { TrocaDeAmbiente } from './ambiente.tsx';
import { AvisosDaConta } from './avisos-da-conta.tsx';
import { Buscador } from './buscador.tsx';
import { MenuDaConta } from './menu.tsx';
import { DESTINOS } from './navegacao.ts';
import { OutraAba } from './outra-aba.tsx';
import { loginAddress } from './voltar.ts';

const PainelDeEnvios = lazy(() => import('../documentos/painel-de-envios.tsx'));

/** The frame around every screen, for whoever has entered; everybody else is led to the login and back. */
export function Casca() {
  const panel = usePanel();
  // As it was when the page was opened: a session that ends later asks for a login over the page, see Reentrada.
  const [known] = useState(panel.session.read);
  if (!known) return <Navigate to={loginAddress()} replace />;
  return <Entrada known={known} />;
}

function Entrada({ known }: { readonly known: KnownSession }) {
  const { plain, session } = usePanel();
  const me = useQuery({
    queryKey: ['eu'],
    staleTime: 60_000,
    queryFn: async () => {
      const [current, all] = await Promise.all([
        plain.obterOrganizacao({}),
        plain.listarOrganizacoes({ query: { limite: 100 } }),
      ]);
      const organizacao = all.itens.find(({ id }) => id === current.id);
      if (!organizacao) throw new Error('no membership in the organization of the session');
      return { organizacao, organizacoes: all.itens };
    },
  });
  const over = me.error !== null && me.data === undefined && isOver(me.error);
  useEffect(() => {
    if (over) session.end();
  }, [over, session]);
  if (over) return <Navigate to={loginAddress()} replace />;
  if (me.data) {
    return (
      <MemberProvider value={{ usuario: session.read()?.usuario ?? known.usuario, ...me.data }}>
        <ComEnvios />
        <OutraAba usuarioId={known.usuario.id} organizacaoId={me.data.organizacao.id} />
      </MemberProvider>
    );
  }
  return me.error ? (
    <main className="folha">
      <Falha erro={me.error} repetir={() => void me.refetch()} />
    </main>
  ) : (
    <Carregando />
  );
}

/** Uploads outlive the screen that began them. */
function ComEnvios() {
  const panel = usePanel();
  const queries = useQueryClient();
  const uploads = useMemo(
    () =>
      createUploads(panel, () => {
        for (const key of ['documentos', 'pastas', 'envelopes', 'modelos'])
          void queries.invalidateQueries({ queryKey: [key] });
      }),
    [panel, queries],
  );
  return (
    <UploadsProvider value={uploads}>
      <Moldura />
    </UploadsProvider>
  );
}

function Envios() {
  const uploads = useUploads();
  const any = useSyncExternalStore(uploads.subscribe, () => uploads.snapshot().length > 0);
  return any ? (
    <Suspense fallback={null}>
      <PainelDeEnvios />
    </Suspense>
  ) : null;
}

function isOver(error: unknown): boolean {
  const fault = faultOf(error);
  return fault.kind === 'refused' && fault.error.status === 401;
}

function Moldura() {
  const t = useBase();
  const { ambiente } = usePanel();
  const { organizacao } = useMember();
  const [open, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const largo = useMatches().some(({ handle }) => (handle as { largo?: boolean } | undefined)?.largo);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every change of the address
  useEffect(close, [pathname]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !open, desktop: largo } }}
      padding={largo ? 0 : 'md'}
      data-ambiente={ambiente}
    >
      <AppShell.Header className="topo">
        <a className="pular" href="#conteudo">
          {t.pularParaConteudo}
        </a>
        <Burger
          opened={open}
          onClick={toggle}
          hiddenFrom="sm"
          size="sm"
          aria-label={open ? t.navegacao.fechar : t.navegacao.abrir}
          aria-expanded={open}
        />
        <span className="topo-nome" dir="auto" title={organizacao.nome}>
          {organizacao.nome}
        </span>
        <div className="topo-meio">
          <Buscador />
        </div>
        <TrocaDeAmbiente />
        <MenuDaConta />
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={t.navegacao.rotulo}>
        <Navegacao />
      </AppShell.Navbar>
      <AppShell.Main id="conteudo" tabIndex={-1}>
        {ambiente === 'TESTE' && <p className="faixa-teste">{t.ambiente.avisoTeste}</p>}
        <AvisosDaConta />
        <Suspense fallback={<Carregando />}>
          <Outlet />
        </Suspense>
        <Envios />
      </AppShell.Main>
    </AppShell>
  );
}

function Navegacao() {
  const t = useBase();
  const { ambiente } = usePanel();
  const { pode } = usePode();
  const { pathname } = useLocation();
  const offered = DESTINOS.filter(
    ({ operacao, so }) => (operacao === undefined || pode(operacao)) && (so === undefined || so === ambiente),
  );
  return offered.map(({ to, icone, rotulo }) => (
    <MantineNavLink
      key={to}
      component={NavLink}
      to={to}
      label={rotulo(t)}
      leftSection={<Icone nome={icone} />}
      active={pathname === to || pathname.startsWith(`${to}/`)}
    />
  ));
}
