import type { Formulario } from '@rubrica/contract';
import { SIGNER_NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { useRef, useState } from 'react';
import { type Fault, faultOf } from '../kit/api.ts';
import { isEmail } from '../kit/brazil.ts';
import { focusAfter } from '../kit/focus.ts';
import { useFocusOn } from '../kit/hooks.ts';
import { Button, Icon, Notice, TextField } from '../kit/parts.tsx';
import { usePage } from './context.tsx';
import styles from './parts.module.css';
import type { Sent } from './sent.tsx';
import { isEnd, openAgain } from './told.tsx';
import { Trouble } from './trouble.tsx';

const FIELDS = ['nome', 'email'] as const;
type FieldName = (typeof FIELDS)[number];
type Errors = Readonly<Partial<Record<FieldName, string>>>;
type Typed = Readonly<Record<FieldName, string>>;

interface Asking {
  readonly busy: boolean;
  readonly fault: Fault | null;
  /** When it may be tried again, of this device's clock; null for at once. */
  readonly until: number | null;
  readonly errors: Errors;
}

const STILL: Asking = { busy: false, fault: null, until: null, errors: {} };

interface AskProps {
  readonly formulario: Formulario;
  /** What was asked for before, to be corrected. */
  readonly typed: Typed | null;
  readonly onSent: (sent: Sent) => void;
  readonly onStop: (fault: Fault) => void;
}

/** Asks for the message, marks what is wrong with what was typed, and goes to the first of that. */
function useAsking({ typed, onSent, onStop }: AskProps) {
  const { client, token, t, language } = usePage();
  const [values, setValues] = useState<Typed>({ nome: typed?.nome ?? '', email: typed?.email ?? '' });
  const [asking, setAsking] = useState(STILL);
  const element = useRef<HTMLFormElement>(null);
  const inputOf = (name: FieldName | undefined) =>
    name && element.current?.querySelector<HTMLElement>(`#formulario-${name}`);
  const tell = (next: Asking) =>
    focusAfter(
      () => setAsking(next),
      () => inputOf(FIELDS.find((name) => next.errors[name])),
    );
  const missing = (): Errors => ({
    ...(values.nome.trim() === '' ? { nome: t.form.missing.nome } : {}),
    ...(isEmail(values.email.trim()) ? {} : { email: t.form.missing.email }),
  });
  const told = (fault: Fault): Errors =>
    Object.fromEntries(
      (fault.kind === 'refused' ? (fault.error.problem?.erros ?? []) : [])
        .filter(({ campo }) => (FIELDS as readonly string[]).includes(campo))
        .map((one) => [one.campo, t.fromService(one.mensagem, one) ?? one.mensagem]),
    );
  const send = async () => {
    const errors = missing();
    if (Object.keys(errors).length > 0) return tell({ ...STILL, errors });
    setAsking({ ...STILL, busy: true });
    const [nome, email] = [values.nome.trim(), values.email.trim()];
    try {
      const { expiraEm } = await client.pedirFormulario({ params: { token }, body: { nome, email, idioma: language } });
      onSent({ nome, email, expiraEm, at: Date.now() });
    } catch (error) {
      const fault = faultOf(error);
      if (isEnd(fault)) return onStop(fault);
      const wrong = told(fault);
      if (Object.keys(wrong).length > 0) return tell({ ...STILL, errors: wrong });
      tell({ ...STILL, fault, until: openAgain(fault) });
    }
  };
  const write = (name: FieldName) => (value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    if (asking.errors[name]) setAsking((before) => ({ ...before, errors: { ...before.errors, [name]: undefined } }));
  };
  return { values, asking, element, send, write };
}

export function Ask(props: AskProps) {
  const { t } = usePage();
  const { formulario } = props;
  const { values, asking, element, send, write } = useAsking(props);
  const heading = useFocusOn<HTMLHeadingElement>(null);
  return (
    <main id="conteudo" className="sheet narrow">
      {formulario.ambiente === 'TESTE' && (
        <Notice tone="warn" icon="alert">
          <p>{t.test}</p>
        </Notice>
      )}
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {formulario.titulo}
      </h1>
      <p className="lead">{t.form.request(formulario.remetente.nome)}</p>
      <ul className={styles.facts}>
        <li>
          <Icon name="file" /> {t.form.pages(formulario.paginas)}
        </li>
        <li>
          <Icon name="pen" /> {t.form.role(formulario.papel)}
        </li>
      </ul>
      <form
        ref={element}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!asking.busy) void send();
        }}
      >
        <TextField
          id="formulario-nome"
          label={t.form.nome}
          hint={t.form.nameHint}
          value={values.nome}
          maxLength={SIGNER_NAME_MAX_CHARS}
          autoComplete="name"
          autoCapitalize="words"
          required
          error={asking.errors.nome ?? null}
          onValue={write('nome')}
        />
        <TextField
          id="formulario-email"
          label={t.form.email}
          type="email"
          inputMode="email"
          value={values.email}
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          required
          error={asking.errors.email ?? null}
          onValue={write('email')}
        />
        <p>{t.form.next}</p>
        {asking.fault && <Trouble fault={asking.fault} until={asking.until} />}
        <p className={styles.actions}>
          <Button look="primary" type="submit" busy={asking.busy} className="large">
            {asking.busy ? t.form.sending : t.form.send}
          </Button>
        </p>
      </form>
      <p className="hint">{t.form.privacy(formulario.remetente.nome)}</p>
    </main>
  );
}
