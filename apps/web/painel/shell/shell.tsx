import { AppShell, Burger } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Link, Navigate, Outlet, useLocation, useMatches } from 'react-router';
import { faultOf } from '../../kit/api.ts';
import { Mark } from '../../kit/brand.tsx';
import type { KnownSession } from '../api/session.ts';
import { MemberProvider, useMember, usePanel } from '../context.tsx';
import { createUploads, UploadsProvider, useUploads } from '../documentos/uploads.ts';
import { Failure, Loading } from '../parts/states.tsx';
import { useBase } from '../texts/base.ts';
import { AccountNotices } from './account-notices.tsx';
import { loginAddress } from './back.ts';
import { EnvironmentSwitch } from './environment.tsx';
import { Finder } from './finder.tsx';
import { AccountMenu } from './menu.tsx';
import { OtherTab } from './other-tab.tsx';
import { Progress } from './progress.tsx';
import styles from './shell.module.css';
import { Navigation } from './sidebar.tsx';

const UploadPanel = lazy(() => import('../documentos/upload-panel.tsx'));

/** The frame around every screen, for whoever has entered; everybody else is led to the login and back. */
export function Shell() {
  const panel = usePanel();
  // As it was when the page was opened: a session that ends later asks for a login over the page, see Reentrada.
  const [known] = useState(panel.session.read);
  if (!known) return <Navigate to={loginAddress()} replace />;
  return <Entered known={known} />;
}

function Entered({ known }: { readonly known: KnownSession }) {
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
  // Name and look change while somebody is in it.
  const now = useSyncExternalStore(session.subscribe, session.read);
  const over = me.error !== null && me.data === undefined && isOver(me.error);
  useEffect(() => {
    if (over) session.end();
  }, [over, session]);
  if (over) return <Navigate to={loginAddress()} replace />;
  if (me.data) {
    return (
      <MemberProvider value={{ usuario: now?.usuario ?? known.usuario, ...me.data }}>
        <WithUploads />
        <OtherTab usuarioId={known.usuario.id} organizacaoId={me.data.organizacao.id} />
      </MemberProvider>
    );
  }
  return me.error ? (
    <main className="lone-page">
      <Failure erro={me.error} repeat={() => void me.refetch()} />
    </main>
  ) : (
    <Loading />
  );
}

/** Uploads outlive the screen that began them. */
function WithUploads() {
  const panel = usePanel();
  const queries = useQueryClient();
  const uploads = useMemo(
    () =>
      createUploads(panel, () => {
        for (const key of ['documentos', 'pastas', 'envelopes', 'modelos', 'inicio'])
          void queries.invalidateQueries({ queryKey: [key] });
      }),
    [panel, queries],
  );
  return (
    <UploadsProvider value={uploads}>
      <Frame />
    </UploadsProvider>
  );
}

function Uploads() {
  const uploads = useUploads();
  const any = useSyncExternalStore(uploads.subscribe, () => uploads.snapshot().length > 0);
  return any ? (
    <Suspense fallback={null}>
      <UploadPanel />
    </Suspense>
  ) : null;
}

function isOver(error: unknown): boolean {
  const fault = faultOf(error);
  return fault.kind === 'refused' && fault.error.status === 401;
}

function Frame() {
  const t = useBase();
  const { ambiente } = usePanel();
  const { organizacao } = useMember();
  const [open, { toggle, close }] = useDisclosure(false);
  const { pathname, search } = useLocation();
  const wide = useMatches().some(({ handle }) => (handle as { wide?: boolean } | undefined)?.wide);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every change of the address
  useEffect(close, [pathname, search]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !open, desktop: wide } }}
      padding={wide ? 0 : 'md'}
      data-environment={ambiente}
    >
      <Progress />
      <AppShell.Header className={styles.header}>
        <a className={styles.skip} href="#conteudo">
          {t.skipToContent}
        </a>
        <Burger
          opened={open}
          onClick={toggle}
          hiddenFrom="sm"
          size="sm"
          aria-label={open ? t.navigation.close : t.navigation.abrir}
          aria-expanded={open}
        />
        <Link to="/" className={styles.home} aria-label="Rubrica">
          <Mark size={30} />
        </Link>
        <span className={styles.organization} dir="auto" title={organizacao.nome}>
          {organizacao.nome}
        </span>
        <div className={styles.middle}>
          <Finder />
        </div>
        <EnvironmentSwitch />
        <AccountMenu />
      </AppShell.Header>
      <AppShell.Navbar p="sm" className={styles.navbar} aria-label={t.navigation.rotulo}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="conteudo" tabIndex={-1}>
        {ambiente === 'TESTE' && (
          <p className={styles.testNotice} data-test-notice>
            {t.ambiente.testNotice}
          </p>
        )}
        <AccountNotices />
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
        <Uploads />
      </AppShell.Main>
    </AppShell>
  );
}
