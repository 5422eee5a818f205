import { Alert, Button, Group, Text } from '@mantine/core';
import type { Envelope } from '@rubrica/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { groupBy } from '../../kit/list.ts';
import { newId } from '../../kit/uuid.ts';
import { tell } from '../api/errors.ts';
import { usePanel } from '../context.tsx';
import { nameOf } from '../documentos/state.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Refused } from '../parts/refusal.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { useBase } from '../texts/base.ts';
import { useDocumentos } from '../texts/documentos.ts';
import { useEnvelopes } from '../texts/envelopes.ts';
import { addressOf, type Blocker, type Blockers } from './blockers.ts';
import { useEnvelopeChanged } from './queries.ts';
import styles from './review.module.css';
import { personsOf } from './state.ts';

interface Props {
  readonly envelope: Envelope;
  readonly blockers: Blockers;
  /** Files still on their way into it. */
  readonly underway: number;
  readonly onClose: () => void;
}

/** Everything wrong with any document, each leading to its place; where nothing is, what will happen, and the sending. */
export function Review(props: Props) {
  const t = useEnvelopes();
  const [refused, setRefused] = useState<readonly Blocker[]>([]);
  const { envelope, underway, onClose } = props;
  const { allItems: blockers, erro, repeat } = props.blockers;
  const send = useSend(envelope, setRefused);
  const blocking = blockers?.filter(({ prevents }) => prevents) ?? [];
  const remarks = blockers?.filter(({ prevents }) => !prevents) ?? [];
  const ready = blockers !== null && blocking.length === 0 && underway === 0;
  return (
    <Dialog onClose={onClose} size="lg" title={t.review.titulo}>
      {blockers === null && (erro ? <Failure erro={erro} repeat={repeat} /> : <Loading />)}
      {underway > 0 && <Text>{t.review.underway}</Text>}
      {blocking.length > 0 && (
        <List titulo={t.review.prevent(blocking.length)} blockers={blocking} envelope={envelope} onClose={onClose} />
      )}
      {ready && (
        <Text fw={600} className="good" role="status">
          <Icon name="tick" /> {t.review.ready}
        </Text>
      )}
      {remarks.length > 0 && (
        <List titulo={t.review.check(remarks.length)} blockers={remarks} envelope={envelope} onClose={onClose} />
      )}
      {ready && <Happens envelope={envelope} />}
      {refused.length > 0 && (
        <Alert color="red" variant="outline" className="alert-error" role="alert">
          <List titulo={t.review.service} blockers={refused} envelope={envelope} onClose={onClose} />
        </Alert>
      )}
      <Refused texto={send.fault} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t.review.back}
        </Button>
        {ready && (
          <Button loading={send.busy} leftSection={<Icon name="send" />} onClick={send.go}>
            {t.review.enviar}
          </Button>
        )}
      </Group>
    </Dialog>
  );
}

/** Sends the envelope. What the service would not accept of a document is shown with its place. */
function useSend(envelope: Envelope, onRefused: (blockers: readonly Blocker[]) => void) {
  const base = useBase();
  const t = useEnvelopes();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useEnvelopeChanged();
  const form = useForm({}, {});
  // One per dialog: even if an answer is lost on the way, the envelope is sent once.
  const [key] = useState(newId);
  const send = async () => {
    onRefused([]);
    try {
      const sent = await client.enviarEnvelope({ params: { envelopeId: envelope.id }, idempotencyKey: key });
      hasChanged.envelope(sent);
      void hasChanged.documentos(envelope.id, sent.documentos);
      notices.done(t.review.sent);
    } catch (error) {
      const { erros } = tell(error, base.erros);
      if (erros.length === 0) throw error;
      onRefused(erros.map((erro) => refusalOf(envelope, erro)));
    }
  };
  return { busy: form.busy, fault: form.fault, go: () => void form.submit(null, send) };
}

/** `documentos[1].signatarios[0].email` is a place in the editor of the second document. */
function refusalOf(envelope: Envelope, { campo, mensagem }: { campo: string; mensagem: string }): Blocker {
  const [, index, path = ''] = /^documentos\[(\d+)\]\.(.+)$/.exec(campo) ?? [];
  const documento = index === undefined ? undefined : envelope.documentos[Number(index)];
  return {
    documentoId: documento?.id ?? null,
    about: '',
    mensagem,
    prevents: true,
    endereco: documento ? addressOf(documento.id, path) : null,
  };
}

function List(
  props: Pick<Props, 'envelope' | 'onClose'> & { readonly titulo: string; readonly blockers: readonly Blocker[] },
) {
  const t = useEnvelopes();
  const groups = groupBy(props.blockers, ({ documentoId }) => documentoId);
  const titleOf = (id: string | null) =>
    props.envelope.documentos.find((one) => one.id === id)?.titulo ?? t.review.doEnvelope;
  return (
    <section aria-label={props.titulo} className={styles.blockers}>
      <Text fw={600}>{props.titulo}</Text>
      {[...groups].map(([id, some]) => (
        <div key={id ?? ''}>
          <Text size="sm" c="dimmed" dir="auto" className="break-anywhere">
            {titleOf(id)}
          </Text>
          <ul className="plain-list">
            {some.map((one) => (
              <li key={`${one.endereco} ${one.about} ${one.mensagem}`}>
                <One one={one} onClose={props.onClose} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function One({ one, onClose }: { readonly one: Blocker; readonly onClose: () => void }) {
  const t = useEnvelopes();
  const said = (
    <span>
      {one.about && <strong dir="auto">{one.about}: </strong>}
      {one.mensagem}
    </span>
  );
  const go = (
    <span className={styles.go}>
      {t.review.go} <Icon name="right" size={14} />
    </span>
  );
  return one.endereco ? (
    <Link to={one.endereco} className={styles.blocker}>
      {said}
      {go}
    </Link>
  ) : (
    <button type="button" className={styles.blocker} onClick={onClose}>
      {said}
      {go}
    </button>
  );
}

/** Who gets what. */
function Happens({ envelope }: { readonly envelope: Envelope }) {
  const t = useEnvelopes();
  const words = useDocumentos();
  const { ambiente } = usePanel();
  return (
    <section aria-label={t.review.happens} className={styles.blockers}>
      <Text fw={600}>{t.review.happens}</Text>
      <ul>
        {personsOf(envelope.documentos).map(({ chave, signatario, spots }) => (
          <li key={chave} dir="auto">
            {t.review.receives(nameOf(signatario, words.signatario.noName), spots.length)}
          </li>
        ))}
        <li>{ambiente === 'TESTE' ? t.review.teste : t.review.franquia}</li>
        <li>{t.review.immutable}</li>
      </ul>
    </section>
  );
}
