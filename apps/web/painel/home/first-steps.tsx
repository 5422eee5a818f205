import { ActionIcon, Anchor, Button, Group, Paper, Text, Title } from '@mantine/core';
import type { DocumentoResumo } from '@rubrica/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { safeStorage } from '../api/session.ts';
import { useIsAllowed, useMember, usePanel } from '../context.tsx';
import { useChanged } from '../documentos/queries.ts';
import { ROOT_OF } from '../environment.ts';
import { Icon } from '../parts/icon.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useDocumentos } from '../texts/documentos.ts';
import { useHomeTexts } from '../texts/home.ts';
import styles from './first-steps.module.css';
import { type Done, useFirstSteps } from './queries.ts';
import { sendSample } from './sample.ts';
import { ownOf, useSign } from './sign.ts';

const Qr = lazy(() => import('../../kit/qr.tsx'));

const keyOf = (membroId: string | null) => `rubrica.painel.primeiros-passos.${membroId}`;

/**
 * What to try first. Each step is done once the service says so, whoever did it. Gone once all are, or once it is put away
 * on this device; nothing brings it back.
 * @param props.waiting what waits for the person's signature
 */
export function FirstSteps({ waiting }: { readonly waiting: readonly DocumentoResumo[] }) {
  const t = useHomeTexts();
  const { isAllowed } = useIsAllowed();
  const { membroId } = useMember().organizacao;
  const [away, setAway] = useState(() => safeStorage()?.getItem(keyOf(membroId)) === 'guardados');
  const enabled = !away && isAllowed('criarDocumento');
  const { data: done } = useFirstSteps(enabled);
  if (!enabled || !done) return null;
  const steps = stepsOf(done);
  const count = steps.filter((name) => done[name]).length;
  if (count === steps.length) return null;
  const next = steps.find((name) => !done[name]);
  const putAway = () => {
    safeStorage()?.setItem(keyOf(membroId), 'guardados');
    setAway(true);
  };
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="primeiros-passos" data-first-steps>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2} size="h4" id="primeiros-passos">
            {t.steps.titulo}
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {t.steps.progress(count, steps.length)}
          </Text>
        </div>
        <ActionIcon variant="subtle" color="gray" aria-label={t.steps.putAway} onClick={putAway}>
          <Icon name="cancel" />
        </ActionIcon>
      </Group>
      <ol className={`plain-list ${styles.steps}`}>
        {steps.map((name) => (
          <li key={name} className={styles.step} data-done={done[name] === true || undefined}>
            <span className={styles.mark}>{done[name] && <Icon name="tick" size={14} />}</span>
            <div className={styles.what}>
              <StepTitle name={name} done={done[name] === true} next={name === next} />
              {name === next && <Step name={name} waiting={waiting} />}
            </div>
          </li>
        ))}
      </ol>
    </Paper>
  );
}

type StepName = keyof Done;

/** The steps within the person's role, in their order. */
const stepsOf = (done: Done) =>
  (['send', 'sign', 'brand', 'invite', 'key'] as const satisfies readonly StepName[]).filter(
    (name) => done[name] !== null,
  );

/** Where a step is done that has a screen of its own. */
const PLACES = { brand: '/organizacao/marca', invite: '/organizacao/membros', key: '/integracao/chaves/nova' } as const;

/** What a step is called; a later one that has a screen of its own leads there. */
function StepTitle({ name, done, next }: { readonly name: StepName; readonly done: boolean; readonly next: boolean }) {
  const t = useHomeTexts();
  const place = name in PLACES && !done && !next ? PLACES[name as keyof typeof PLACES] : null;
  if (place) {
    return (
      <Anchor component={Link} to={place} className={styles.name}>
        {t.steps[name]}
      </Anchor>
    );
  }
  return (
    <span className={styles.name}>
      {t.steps[name]}
      {done && <span className="unseen"> ({t.steps.done})</span>}
    </span>
  );
}

/** The step to do next. */
function Step({ name, waiting }: { readonly name: StepName; readonly waiting: readonly DocumentoResumo[] }) {
  const t = useHomeTexts();
  if (name === 'send') return <SendStep />;
  if (name === 'sign') return <SignStep waiting={waiting} />;
  return (
    <Explained texto={t.steps[`${name}Text`]}>
      <Button component={Link} to={PLACES[name]} size="xs">
        {t.steps[`${name}Button`]}
      </Button>
    </Explained>
  );
}

function Explained({ texto, children }: { readonly texto: string; readonly children: ReactNode }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {texto}
      </Text>
      <Group gap="xs">{children}</Group>
    </>
  );
}

/** Sends the sample; in the test environment as long as production would not let it out. */
function SendStep() {
  const t = useHomeTexts();
  const { list } = useDocumentos();
  const { client, test, session, ambiente } = usePanel();
  const notices = useNotices();
  const queries = useQueryClient();
  const hasChanged = useChanged();
  const known = useSyncExternalStore(session.subscribe, session.read);
  const inTest = ambiente === 'PRODUCAO' && known?.usuario.emailConfirmadoEm === null;
  const { usuario } = useMember();
  const send = useMutation({
    mutationFn: () => sendSample(inTest ? test : client, usuario, list.exampleTitle),
    onSuccess: async () => {
      if (inTest) return location.assign(`${ROOT_OF.TESTE}/inicio`);
      notices.done(t.steps.sent);
      hasChanged.documentos();
      await queries.invalidateQueries({ queryKey: ['inicio'] });
    },
    onError: (error) => notices.erro(error),
  });
  return (
    <Explained texto={inTest ? t.steps.sendInTestText : t.steps.sendText}>
      <Button size="xs" loading={send.isPending} onClick={() => send.mutate()}>
        {inTest ? t.steps.sendInTest : t.steps.sendButton}
      </Button>
    </Explained>
  );
}

/** Whether another device can reach this address: the machine's own name leads each to itself. */
const isReachable = (address: string) => {
  const { hostname } = new URL(address);
  return !/^(localhost|.+\.localhost|127\..*|\[::1\])$/.test(hostname);
};

/** Signs the sample, here or on a phone. */
function SignStep({ waiting }: { readonly waiting: readonly DocumentoResumo[] }) {
  const t = useHomeTexts();
  const { usuario } = useMember();
  const sign = useSign();
  const notices = useNotices();
  const [link, setLink] = useState<string | null>(null);
  const sample = waiting.find((one) => ownOf(one, usuario));
  if (!sample) {
    return (
      <Text size="sm" c="dimmed">
        {t.steps.signText}
      </Text>
    );
  }
  return (
    <>
      <Explained texto={t.steps.signText}>
        <Button size="xs" onClick={() => void sign.open(sample)}>
          {t.steps.signButton}
        </Button>
        {isReachable(location.origin) && !link && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => void sign.addressOf(sample).then(setLink, notices.erro)}
          >
            {t.steps.phoneButton}
          </Anchor>
        )}
      </Explained>
      {link && (
        <div className={styles.phone}>
          <Suspense fallback={null}>
            <Qr text={link} label={t.steps.phoneButton} />
          </Suspense>
          <Text size="sm" c="dimmed">
            {t.steps.phoneText}
          </Text>
        </div>
      )}
    </>
  );
}
