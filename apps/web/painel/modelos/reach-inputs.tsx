import { TextInput } from '@mantine/core';
import { TITLE_MAX_CHARS } from '@rubrica/contract/limits';
import type { Form } from '../parts/form.ts';
import { useLinkTexts } from '../texts/modelos.ts';
import styles from './form.module.css';
import { digits, type Reach } from './link-request.ts';

/** What visitors read first, how many may answer, and until when. */
export function ReachInputs<V extends Reach>({ form }: { readonly form: Form<V> }) {
  const t = useLinkTexts();
  return (
    <>
      <TextInput
        label={t.form.titulo}
        description={t.form.titleHint}
        data-autofocus
        dir="auto"
        maxLength={TITLE_MAX_CHARS}
        {...form.text('titulo')}
      />
      <div className={styles.inputs}>
        <TextInput
          label={t.form.limite}
          description={t.form.limitHint}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          {...form.text('limite', { mask: digits })}
        />
        <TextInput
          label={t.form.expiraEm}
          description={t.form.untilHint}
          type="datetime-local"
          {...form.text('expiraEm')}
        />
      </div>
    </>
  );
}
