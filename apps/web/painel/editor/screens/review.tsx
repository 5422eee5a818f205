import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Ambiente } from '@rubrica/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { focusAfter } from '../../../kit/focus.ts';
import { Icon } from '../../parts/icon.tsx';
import { formatMoment } from '../../parts/moment.tsx';
import { useSpeech } from '../../texts/area.ts';
import { useEditing } from '../context.tsx';
import { turnsOf } from '../state/parts.ts';
import type { Problem } from '../state/rules.ts';
import { factorsOf, type Party } from '../state/types.ts';
import type { Badge } from '../workbench/field.tsx';
import { REVIEW_ID } from './bar.tsx';
import styles from './review.module.css';
import { SendStep } from './send-step.tsx';

export interface Sending {
  /** Sends what is saved. @returns what the service would not take */
  readonly send: () => Promise<readonly Problem[]>;
  /** Set where it goes with an envelope. */
  readonly envelopeId: string | null;
}

/** Everything wrong, each leading to its place; where nothing is, what will happen, and the sending. */
export function Review(props: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly badges: ReadonlyMap<string, Badge>;
  readonly ambiente: Ambiente;
  readonly sending: Sending | null;
}) {
  const { kind, t } = useEditing();
  return (
    <Modal
      opened={props.open}
      onClose={props.onClose}
      size="lg"
      title={kind === 'modelo' ? t.review.tituloModelo : t.review.titulo}
      closeButtonProps={{ 'aria-label': t.persons.close }}
    >
      <Body {...props} />
    </Modal>
  );
}

function Body(props: Parameters<typeof Review>[0]) {
  const { problems, kind, t, readOnly, inPanel } = useEditing();
  const [refused, setRefused] = useState<readonly Problem[]>([]);
  const [busy, setBusy] = useState(false);
  const blocking = problems.filter(({ blocks }) => blocks);
  const remarks = problems.filter(({ blocks }) => !blocks);
  const template = kind === 'modelo';
  const { sending } = props;
  const send = async () => {
    if (!sending) return;
    setBusy(true);
    setRefused([]);
    try {
      setRefused(await sending.send());
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="md" className={styles.review}>
      {blocking.length > 0 && (
        <section aria-label={t.review.prevent(blocking.length)}>
          <h3 className={styles.blocking}>
            <Icon name="alert" />{' '}
            {template ? t.review.preventModelo(blocking.length) : t.review.prevent(blocking.length)}
          </h3>
          <List problems={blocking} badges={props.badges} onClose={props.onClose} />
        </section>
      )}
      {blocking.length === 0 && (
        <Text className={styles.ready} role="status">
          <Icon name="tick" /> {template ? t.review.readyModelo : t.review.ready}
        </Text>
      )}
      {remarks.length > 0 && (
        <section aria-label={t.review.notices(remarks.length)}>
          <h3>{t.review.notices(remarks.length)}</h3>
          <List problems={remarks} badges={props.badges} onClose={props.onClose} />
        </section>
      )}
      {sending && !sending.envelopeId && !readOnly && blocking.every(({ spot }) => spot.at === 'options') && (
        <SendStep />
      )}
      {blocking.length === 0 && !template && <Happens ambiente={props.ambiente} />}
      {refused.length > 0 && (
        <Alert color="red" variant="outline" role="alert" title={t.review.service} className="alert-error">
          <List problems={refused} badges={props.badges} onClose={props.onClose} />
        </Alert>
      )}
      {sending?.envelopeId && <Text size="sm">{t.review.envelope}</Text>}
      <Group justify="flex-end">
        <Button variant="default" onClick={props.onClose}>
          {t.review.back}
        </Button>
        {sending?.envelopeId && inPanel && (
          <Button component={Link} to={`/envelopes/${sending.envelopeId}`} leftSection={<Icon name="envelope" />}>
            {t.review.goToEnvelope}
          </Button>
        )}
        {sending && !sending.envelopeId && blocking.length === 0 && !readOnly && (
          <Button loading={busy} leftSection={<Icon name="send" />} onClick={() => void send()}>
            {t.review.send}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function List(props: {
  readonly problems: readonly Problem[];
  readonly badges: ReadonlyMap<string, Badge>;
  readonly onClose: () => void;
}) {
  const { editor, lead, t } = useEditing();
  const about = ({ spot }: Problem): string => {
    if (spot.at === 'part') return props.badges.get(spot.id)?.nome ?? t.persons.noName;
    const field = spot.at === 'campo' ? editor.present.campos.find(({ id }) => id === spot.id) : undefined;
    return field
      ? `${field.rotulo || t.types[field.tipo]}, ${t.pagina(field.pagina, 0).split(' ').slice(0, 2).join(' ')}`
      : '';
  };
  return (
    <ul className={styles.problems}>
      {props.problems.map((problem) => {
        const { spot, fault } = problem;
        const who = about(problem);
        return (
          <li key={`${problem.path} ${problem.fault.kind}`}>
            <button
              type="button"
              onClick={() => {
                // Where the dialog came from has the focus again before anything else is opened and returns it there.
                focusAfter(props.onClose, () => document.getElementById(REVIEW_ID));
                lead(spot);
              }}
            >
              <span>
                {who && <strong dir="auto">{who}: </strong>}
                {t.issue(fault, 'name' in spot ? spot.name : '')}
              </span>
              <span className={styles.go}>
                {t.review.go} <Icon name="right" size={14} />
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Who gets what, by which way, when. */
function Happens({ ambiente }: { readonly ambiente: Ambiente }) {
  const { editor, inPanel, t } = useEditing();
  const { language } = useSpeech();
  const { options, parts, campos } = editor.present;
  if (!options) return null;
  const turns = options.ordenado ? turnsOf(parts) : [[...parts]];
  const line = (party: Party) => {
    const { receives } = t.review;
    const way =
      party.metodoEntrega === 'SMS'
        ? receives.SMS(party.nome || t.persons.noName, party.telefone)
        : party.metodoEntrega === 'LINK'
          ? receives[inPanel ? 'LINK' : 'handedOver'](party.nome || t.persons.noName)
          : receives.EMAIL(party.nome || t.persons.noName, party.email);
    const proof = t.review.proves(factorsOf(party, options).map((fator) => t.fatores[fator]));
    return `${way}; ${proof}; ${t.review.fillsIn(campos.filter(({ holder }) => holder === party.id).length)}.`;
  };
  return (
    <section className={styles.happens} aria-label={t.review.happens}>
      <h3>{t.review.happens}</h3>
      {turns.map((turn, index) => (
        <div key={turn[0]?.id ?? index}>
          {turns.length > 1 && <h4>{t.review.turn(index + 1)}</h4>}
          {turns.length === 1 && turn.length > 1 && <h4>{t.review.all}</h4>}
          <ul>
            {turn.map((party) => (
              <li key={party.id} dir="auto">
                {line(party)}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <ul>
        <li>
          {options.prazoEm ? t.review.prazo(formatMoment(options.prazoEm, language, 'long')) : t.review.noDeadline}
        </li>
        {options.lembrete && <li>{t.review.lembrete[options.lembrete]}</li>}
        {ambiente === 'TESTE' && <li>{t.review.teste}</li>}
        {ambiente !== 'TESTE' && inPanel && <li>{t.review.franquia}</li>}
        <li>{t.review.immutable}</li>
      </ul>
    </section>
  );
}
