import { Modal, Text } from '@mantine/core';
import type { SessaoIniciada } from '@rubrica/contract';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { allItems } from '../api/all-pages.ts';
import type { Panel } from '../api/panel.ts';
import type { KnownSession } from '../api/session.ts';
import { usePanel } from '../context.tsx';
import { ROOT_OF } from '../environment.ts';
import { Loading } from '../parts/states.tsx';
import { useBase } from '../texts/base.ts';
import { loginAddress } from './back.ts';

const SignInForm = lazy(() => import('../account/sign-in-form.tsx'));

/** Over every other dialog: the one in which the session ended is still open. */
const ABOVE_ALL = 1000;

/** A session ended in the middle of work: a login over the page, and what was waiting is sent again. */
export function Reentry() {
  const t = useBase();
  const panel = usePanel();
  const waiting = useSyncExternalStore(panel.reentry.subscribe, panel.reentry.waiting);
  const before = useBefore(panel, waiting);
  return (
    <Modal
      opened={waiting}
      onClose={() => undefined}
      withCloseButton={false}
      zIndex={ABOVE_ALL}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t.reentry.titulo}
    >
      <Text size="sm" mb="md">
        {t.reentry.texto}
      </Text>
      <Suspense fallback={<Loading />}>
        <SignInForm
          email={before?.usuario.email}
          onEntered={(entered) => void goOn(panel, before, entered)}
          otherAccount={{
            rotulo: t.reentry.otherAccount,
            go: () => location.assign(ROOT_OF[panel.ambiente] + loginAddress()),
          }}
        />
      </Suspense>
    </Modal>
  );
}

/** Who was at work when the calls began to wait. Somebody who enters in another tab lets this one go on too. */
function useBefore(panel: Panel, waiting: boolean): KnownSession | null {
  const now = useSyncExternalStore(panel.session.subscribe, panel.session.read);
  const [before, setBefore] = useState(now);
  useEffect(() => {
    if (!waiting) {
      if (now) setBefore(now);
      return;
    }
    const same = now?.usuario.id === before?.usuario.id && now?.organizacaoId === before?.organizacaoId;
    if (same && now && now.csrfToken !== before?.csrfToken) panel.reentry.done();
  }, [panel, waiting, now, before]);
  return before;
}

/** A login opens the person's first organization: what waits belongs to the one that was at work. */
async function goOn(panel: Panel, before: KnownSession | null, entered: SessaoIniciada): Promise<void> {
  const { plain, session, reentry } = panel;
  if (!before || entered.usuario.id !== before.usuario.id) {
    // What another person may see and do is another page.
    session.begin(entered);
    location.reload();
    return;
  }
  session.begin(entered);
  if (entered.organizacao.id !== before.organizacaoId) {
    try {
      const all = await allItems(plain.listarOrganizacoes);
      const membroId = all.find(({ id }) => id === before.organizacaoId)?.membroId;
      if (!membroId) throw new Error('no longer a member');
      session.begin(await plain.renovarSessao({ body: { membroId } }));
    } catch {
      location.reload();
      return;
    }
  }
  reentry.done();
}
