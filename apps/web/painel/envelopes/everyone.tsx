import { ActionIcon, Button, Menu, Switch, Text, Title } from '@mantine/core';
import type { Envelope } from '@rubrica/contract';
import { useLayoutEffect, useRef, useState } from 'react';
import { inOrder } from '../../kit/list.ts';
import { nameOf } from '../documentos/state.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useRepetition } from '../parts/repetition.ts';
import { Sortable } from '../parts/sortable.tsx';
import { useLastWish } from '../parts/wanted.ts';
import { useDocumentos, useWords } from '../texts/documentos.ts';
import { useEnvelopes } from '../texts/envelopes.ts';
import styles from './everyone.module.css';
import layoutStyles from './layout.module.css';
import { PersonDialog } from './person-dialog.tsx';
import { type Person, personsOf, unequal, withoutIt } from './state.ts';
import { Steps } from './steps.tsx';
import { useEveryone } from './use-everyone.ts';
import { Who } from './who.tsx';

type Opened = { readonly what: 'include' } | { readonly what: 'alterar' | 'remover'; readonly person: Person } | null;

/** Who signs, given once for every document. @param props.muda whether the role lets it be changed */
export function Everyone({ envelope, changes }: { readonly envelope: Envelope; readonly changes: boolean }) {
  const t = useEnvelopes();
  const giveName = useGiveName();
  const everyone = useEveryone(envelope);
  const [dialog, setDialog] = useState<Opened>(null);
  const { documentos } = envelope;
  const acts = changes && everyone.andamento === null;
  const { persons, ordered, wanted, arrange, setInTurns } = useOrder(envelope, everyone);
  return (
    <section aria-labelledby="envelope-people" className={layoutStyles.people}>
      <Title order={2} size="h4" id="envelope-people">
        {t.everyone.titulo}
      </Title>
      <Text size="sm" c="dimmed">
        {documentos.length === 0 ? t.everyone.noDocumentos : persons.length === 0 ? t.everyone.blank : t.everyone.hint}
      </Text>
      {changes && persons.length > 1 && (
        <Switch
          label={t.everyone.inOrder}
          description={ordered > 0 && ordered < documentos.length ? t.everyone.mixedOrder : t.everyone.inOrderHint}
          checked={wanted}
          onChange={(event) => setInTurns(event.currentTarget.checked)}
        />
      )}
      {persons.length > 0 && (
        <Sortable
          items={persons}
          keyOf={({ chave }) => chave}
          nameOf={giveName}
          label={t.everyone.titulo}
          onOrder={changes && ordered > 0 ? arrange : null}
        >
          {(person, index) => (
            <Card
              person={person}
              envelope={envelope}
              vez={ordered > 0 ? index + 1 : null}
              everyone={acts ? everyone : null}
              onDialog={setDialog}
            />
          )}
        </Sortable>
      )}
      <Steps walk={everyone.andamento} />
      {changes && documentos.length > 0 && (
        <Button
          variant="default"
          leftSection={<Icon name="plus" />}
          disabled={!acts}
          onClick={() => setDialog({ what: 'include' })}
        >
          {t.everyone.include}
        </Button>
      )}
      {dialog?.what === 'remover' && (
        <Remover person={dialog.person} everyone={everyone} onClose={() => setDialog(null)} />
      )}
      {(dialog?.what === 'include' || dialog?.what === 'alterar') && (
        <PersonDialog
          envelope={envelope}
          person={dialog.what === 'alterar' ? dialog.person : null}
          everyone={everyone}
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  );
}

/** The order in which people sign; what was wished is shown until every document has it. */
function useOrder({ documentos }: Envelope, everyone: ReturnType<typeof useEveryone>) {
  const order = useShownWish<readonly string[]>(documentos, (chaves) => everyone.sort(chaves));
  const inTurns = useShownWish<boolean>(documentos, (ordenado) =>
    everyone.inOrder(
      ordenado,
      persons.map(({ chave }) => chave),
    ),
  );
  const persons = inOrder(personsOf(documentos), ({ chave }) => chave, order.wish ?? []);
  /** In how many documents people sign one after the other. */
  const ordered = documentos.filter(({ ordenado }) => ordenado).length;
  const wanted = inTurns.wish ?? ordered === documentos.length;
  // Neither is switched off while it is being saved, which would take the focus from whoever uses the keyboard.
  return { persons, ordered, wanted, arrange: order.want, setInTurns: inTurns.want };
}

/** A wish about documents, saved, and to be shown until they come as it wants them. */
function useShownWish<W>(documentos: Envelope['documentos'], save: (wish: W) => Promise<void>) {
  const notices = useNotices();
  /** `until` is null while it is being saved, then the documents as they were shown last. */
  const [shown, setShown] = useState<{ readonly wish: W; readonly until: Envelope['documentos'] | null } | null>(null);
  const latest = useRef(documentos);
  useLayoutEffect(() => {
    latest.current = documentos;
  });
  const begin = useLastWish<W>(save, (error) => {
    setShown((now) => (error === undefined && now ? { ...now, until: latest.current } : null));
    if (error !== undefined) notices.erro(error);
  });
  const want = (wish: W) => {
    setShown({ wish, until: null });
    begin(wish);
  };
  const wish = shown && (shown.until === null || shown.until === documentos) ? shown.wish : null;
  return { wish, want };
}

function useGiveName() {
  const t = useDocumentos();
  return ({ signatario }: Person) => nameOf(signatario, t.signatario.noName);
}

function Card(props: {
  readonly person: Person;
  readonly envelope: Envelope;
  /** Their turn; null where all sign at once. */
  readonly vez: number | null;
  /** Null where nothing may be done now. */
  readonly everyone: ReturnType<typeof useEveryone> | null;
  readonly onDialog: (dialog: Opened) => void;
}) {
  const t = useEnvelopes();
  const words = useWords();
  const giveName = useGiveName();
  const notices = useNotices();
  const keyOf = useRepetition();
  const { person, everyone, vez } = props;
  const { documentos } = props.envelope;
  const name = giveName(person);
  const out = withoutIt(person, documentos);
  const { email, telefone, funcao } = person.signatario;
  return (
    <div className={styles.card}>
      <div className={styles.who}>
        <Who nome={name} signatario={person.signatario} />
        <Text size="sm" c="dimmed">
          {words.funcao[funcao]}
          {vez !== null && ` · ${t.everyone.turn(vez)}`} ·{' '}
          {out.length === 0 ? t.everyone.inAll : t.everyone.inSome(person.spots.length, documentos.length)}
        </Text>
        {out.length > 0 && (
          <Text size="sm" className={styles.missing} dir="auto" lineClamp={3}>
            {t.everyone.missingIn(out.map(({ titulo }) => titulo).join(', '))}
          </Text>
        )}
        {unequal(person) && (
          <Text size="sm" className="bad">
            {t.everyone.different}
          </Text>
        )}
        {/* Without a contact nothing would tell that it is the same person there. */}
        {out.length > 0 && everyone && (email || telefone) && (
          <Button
            size="compact-sm"
            variant="default"
            mt={4}
            aria-label={t.everyone.completeName(name)}
            onClick={() =>
              void everyone
                .complete(person, keyOf([person.chave, out.map(({ id }) => id)]))
                .then(() => notices.done(t.everyone.completed(name)), notices.erro)
            }
          >
            {t.everyone.complete}
          </Button>
        )}
      </div>
      {everyone && <Acts person={person} name={name} onDialog={props.onDialog} />}
    </div>
  );
}

function Acts(props: { readonly person: Person; readonly name: string; readonly onDialog: (dialog: Opened) => void }) {
  const t = useEnvelopes();
  const { person, name } = props;
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t.everyone.alterar(name)}
        onClick={() => props.onDialog({ what: 'alterar', person })}
      >
        <Icon name="edit" />
      </ActionIcon>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t.rascunho.actions(name)}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="bin" />} onClick={() => props.onDialog({ what: 'remover', person })}>
            {t.everyone.remover}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Asks, because the fields placed for the person go with them. */
function Remover(props: {
  readonly person: Person;
  readonly everyone: ReturnType<typeof useEveryone>;
  readonly onClose: () => void;
}) {
  const t = useEnvelopes();
  const notices = useNotices();
  const name = useGiveName()(props.person);
  const form = useForm({}, {});
  const remove = async () => {
    await props.everyone.remover(props.person);
    notices.done(t.everyone.removed(name));
    props.onClose();
  };
  return (
    <Dialog
      onClose={props.onClose}
      title={t.everyone.removeTitle(name)}
      onSubmit={(event) => void form.submit(event, remove)}
    >
      <Text size="sm">{t.everyone.removeText}</Text>
      <Steps walk={props.everyone.andamento} />
      <Footer
        refusal={form.fault}
        onClose={props.onClose}
        acao={t.everyone.remover}
        busy={form.busy}
        danger
        focusTarget="exit"
      />
    </Dialog>
  );
}
