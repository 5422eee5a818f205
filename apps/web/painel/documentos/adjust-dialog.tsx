import { NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import type { AjusteEntrada, DocumentoResumo, Lembrete, Signatario } from '@rubrica/contract';
import { REMINDERS } from '@rubrica/contract/enums';
import { DESCRIPTION_MAX_CHARS } from '@rubrica/contract/limits';
import { usePanel } from '../context.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { useForm } from '../parts/form.ts';
import { fromLocal, toLocal } from '../parts/local-moment.ts';
import { formatMoment } from '../parts/moment.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useSpeech } from '../texts/area.ts';
import { useDocumentos } from '../texts/documentos.ts';
import styles from './adjust-dialog.module.css';
import { useChanged } from './queries.ts';
import { allows, nameOf, reachedBy } from './state.ts';

interface Values {
  /** As the inputs have them, in the viewer's zone. */
  readonly prazoEm: string;
  readonly expiraEm: string;
  readonly lembrete: Lembrete | '';
  readonly descricao: string;
}

const valuesOf = ({ prazoEm, expiraEm, lembrete, descricao }: DocumentoResumo): Values => ({
  prazoEm: toLocal(prazoEm),
  expiraEm: toLocal(expiraEm),
  lembrete: lembrete ?? '',
  descricao: descricao ?? '',
});

/** Only what was changed; what was emptied is erased. */
function changed(before: Values, after: Values): AjusteEntrada {
  const moment = (name: 'prazoEm' | 'expiraEm') =>
    after[name] === before[name] ? {} : { [name]: fromLocal(after[name]) };
  return {
    ...moment('prazoEm'),
    ...moment('expiraEm'),
    ...(after.lembrete === before.lembrete ? {} : { lembrete: after.lembrete || null }),
    ...(after.descricao.trim() === before.descricao.trim() ? {} : { descricao: after.descricao.trim() || null }),
  };
}

/** Changes until when a document may be signed and how often people are reminded, telling first what that does to whom. */
export function AdjustDialog({
  documento,
  onClose,
}: {
  readonly documento: DocumentoResumo;
  readonly onClose: () => void;
}) {
  const t = useDocumentos();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useChanged();
  const first = valuesOf(documento);
  const form = useForm(first, {});
  const changes = changed(first, form.values);
  /** Until when it may be signed counts while somebody may sign. */
  const until = allows('ADJUST_DEADLINE', documento);
  const adjust = async () => {
    if (Object.keys(changes).length > 0) {
      hasChanged.documento(await client.ajustarDocumento({ params: { documentoId: documento.id }, body: changes }));
      notices.done(t.ajustar.done);
    }
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title={until ? t.ajustar.titulo : t.pagina.actions.descrever}
      onSubmit={(event) => void form.submit(event, adjust)}
    >
      {until && (
        <>
          <TextInput
            label={t.pagina.prazo}
            description={t.ajustar.deadlineHint}
            type="datetime-local"
            data-autofocus
            {...form.text('prazoEm')}
          />
          <TextInput
            label={t.ajustar.expira}
            description={t.ajustar.expiryHint}
            type="datetime-local"
            {...form.text('expiraEm')}
          />
          <NativeSelect
            label={t.ajustar.lembrete}
            value={form.values.lembrete}
            onChange={({ currentTarget: { value } }) => form.set('lembrete', value as Values['lembrete'])}
            data={(['', ...REMINDERS] as const).map((value) => ({ value, label: t.ajustar.reminders[value] }))}
            error={form.problem('lembrete')}
          />
        </>
      )}
      <Textarea
        label={t.pagina.descricao}
        description={t.ajustar.descriptionHint}
        autosize
        minRows={2}
        maxRows={8}
        dir="auto"
        maxLength={DESCRIPTION_MAX_CHARS}
        {...(until ? {} : { 'data-autofocus': true })}
        {...form.text('descricao')}
      />
      <Effects documento={documento} changes={changes} />
      <Footer refusal={form.fault} onClose={onClose} acao={t.ajustar.confirmar} busy={form.busy} />
    </Dialog>
  );
}

/** What the adjustment changes, and for whom. */
function Effects({ documento, changes }: { readonly documento: DocumentoResumo; readonly changes: AjusteEntrada }) {
  const t = useDocumentos();
  const { language } = useSpeech();
  const reached = reachedBy(documento);
  const moment = (value: string | null) => (value === null ? t.ajustar.without : formatMoment(value, language));
  const names = (people: readonly Signatario[]) =>
    new Intl.ListFormat(language).format(people.map((one) => nameOf(one, t.signatario.noName)));
  const { prazoEm, expiraEm, lembrete, descricao } = changes;
  const lines = [
    ...(prazoEm === undefined
      ? []
      : [
          t.ajustar.changesDeadline(moment(documento.prazoEm), moment(prazoEm)),
          ...(reached.prazo.length > 0 ? [t.ajustar.notified(names(reached.prazo))] : []),
          ...(reached.withoutNotice.length > 0 ? [t.ajustar.withoutNotice(names(reached.withoutNotice))] : []),
        ]),
    ...(expiraEm === undefined ? [] : [t.ajustar.changesExpiry(moment(documento.expiraEm), moment(expiraEm))]),
    ...(lembrete === undefined ? [] : [t.ajustar.changesReminder(t.ajustar.reminders[lembrete ?? ''])]),
    ...(descricao === undefined ? [] : [t.ajustar.changesDescription]),
    ...(lembrete && reached.lembrete.length > 0 ? [t.ajustar.reminded(names(reached.lembrete))] : []),
  ];
  return (
    <section className={styles.effects} aria-live="polite" aria-label={t.ajustar.effects}>
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t.ajustar.nothing}
        </Text>
      ) : (
        <ul>
          {lines.map((line) => (
            <Text key={line} component="li" size="sm" dir="auto">
              {line}
            </Text>
          ))}
        </ul>
      )}
    </section>
  );
}
