import {
  CONTACT_MESSAGE_MAX_CHARS,
  CONTACTS_PER_DAY,
  CONTACTS_PER_HOUR,
  NAME_MAX_CHARS,
} from '@rubrica/contract/limits';
import { useRef, useState } from 'react';
import { type Fault, faultOf } from '../../kit/api.ts';
import { isEmail } from '../../kit/brazil.ts';
import { focusAfter } from '../../kit/focus.ts';
import { useCountdown, useFocusOn } from '../../kit/hooks.ts';
import type { Language } from '../../kit/languages.ts';
import { Button, Icon, Notice, TextField } from '../../kit/parts.tsx';
import type { Retell } from '../../kit/rules/retell.ts';
import { usePage } from '../context.tsx';
import partStyles from '../parts.module.css';
import styles from './contato.module.css';

interface Form {
  readonly nome: string;
  readonly email: string;
  readonly assunto: string;
  readonly mensagem: string;
  /** Of the request somebody reports; goes with the message. */
  readonly referenceCode: string;
}

type FieldName = 'nome' | 'email' | 'mensagem' | 'assunto';
const FIELDS: readonly FieldName[] = ['nome', 'email', 'assunto', 'mensagem'];

const EMPTY: Form = { nome: '', email: '', assunto: '', mensagem: '', referenceCode: '' };
/** Of this tab alone, and gone with it or with the message sent. */
const DRAFT = 'contato';
const REFERENCE = /^[\w-]{1,60}$/;

/** What the link that led here says, over what was typed before in this tab. */
function firstForm(): Form {
  const query = new URLSearchParams(location.search);
  const referenceCode = query.get('referencia') ?? '';
  const linked = {
    ...(query.has('assunto') ? { assunto: (query.get('assunto') ?? '').slice(0, NAME_MAX_CHARS) } : {}),
    ...(REFERENCE.test(referenceCode) ? { referenceCode } : {}),
  };
  return { ...EMPTY, ...savedDraft(), ...linked };
}

function savedDraft(): Partial<Form> {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(DRAFT) ?? '{}');
    const known = Object.entries(saved ?? {}).filter(([name, value]) => name in EMPTY && typeof value === 'string');
    return Object.fromEntries(known);
  } catch {
    return {};
  }
}

function saveDraft(form: Form | null): void {
  try {
    if (form) sessionStorage.setItem(DRAFT, JSON.stringify(form));
    else sessionStorage.removeItem(DRAFT);
  } catch {
    // A browser that keeps nothing loses nothing but this.
  }
}

const isReport = (assunto: string): boolean => /^den[uú]ncia|^report\b/i.test(assunto.trim());

export function Contact() {
  const [form, setForm] = useState(firstForm);
  const [sent, setSent] = useState<{ readonly protocolo: string; readonly email: string } | null>(null);
  const change = (part: Partial<Form>) =>
    setForm((before) => {
      const after = { ...before, ...part };
      saveDraft(after);
      return after;
    });
  const done = (protocolo: string) => {
    saveDraft(null);
    setSent({ protocolo, email: form.email.trim() });
  };
  const again = () => {
    setForm({ ...EMPTY, nome: form.nome, email: form.email });
    setSent(null);
  };
  return (
    <main id="conteudo" className="column" tabIndex={-1}>
      {sent ? <Sent {...sent} onAgain={again} /> : <Write form={form} onChange={change} onSent={done} />}
    </main>
  );
}

function Sent(props: { readonly protocolo: string; readonly email: string; readonly onAgain: () => void }) {
  const { t } = usePage();
  const title = useFocusOn<HTMLHeadingElement>(props.protocolo);
  return (
    <article className={`${partStyles.card} ${partStyles.verdict} ${partStyles.ok}`}>
      <header>
        <span className={partStyles.sign}>
          <Icon name="check" />
        </span>
        <h1 ref={title} tabIndex={-1}>
          {t.contato.enviada.titulo}
        </h1>
        <p>{t.contato.enviada.texto(props.email)}</p>
        <p className={styles.protocol}>
          {t.contato.enviada.protocolo} <code>{props.protocolo}</code>
        </p>
      </header>
      <p className={partStyles.actions}>
        <Button onClick={props.onAgain}>{t.contato.enviada.other}</Button>
      </p>
    </article>
  );
}

interface Sending {
  readonly busy: boolean;
  readonly fault: Fault | null;
  /** When the window opens again, in milliseconds of this device's clock. */
  readonly openAt: number | null;
  readonly errors: Readonly<Partial<Record<FieldName, string>>>;
}

const STILL: Sending = { busy: false, fault: null, openAt: null, errors: {} };

/** The message with its reference, within what the service takes. */
function bodyOf(form: Form, label: string) {
  const reference = form.referenceCode === '' ? '' : `\n\n${label}: ${form.referenceCode}`;
  const mensagem = form.mensagem.trim().slice(0, CONTACT_MESSAGE_MAX_CHARS - reference.length) + reference;
  const assunto = form.assunto.trim();
  return { nome: form.nome.trim(), email: form.email.trim(), mensagem, ...(assunto === '' ? {} : { assunto }) };
}

interface WriteProps {
  readonly form: Form;
  readonly onChange: (part: Partial<Form>) => void;
  readonly onSent: (protocolo: string) => void;
}

/** Sends what is written, marks what is wrong with it, and goes to the first of that. */
function useSending({ form, onChange, onSent }: WriteProps) {
  const { t, client } = usePage();
  const [sending, set] = useState<Sending>(STILL);
  const element = useRef<HTMLFormElement>(null);
  const texts = t.contato;
  const missing = (): Sending['errors'] => ({
    ...(form.nome.trim() === '' ? { nome: texts.erros.nome } : {}),
    ...(isEmail(form.email.trim()) ? {} : { email: texts.erros.email }),
    ...(form.mensagem.trim() === '' ? { mensagem: texts.erros.mensagem } : {}),
  });
  const tell = (next: Sending) =>
    focusAfter(
      () => set(next),
      () => {
        const wrong = FIELDS.find((name) => next.errors[name]);
        return wrong && element.current?.querySelector<HTMLElement>(`#contato-${wrong}`);
      },
    );
  const send = async () => {
    const errors = missing();
    if (Object.keys(errors).length > 0) return tell({ ...STILL, errors });
    set({ ...STILL, busy: true });
    try {
      const { protocolo } = await client.enviarContato({ body: bodyOf(form, texts.referenceCode) });
      onSent(protocolo);
    } catch (error) {
      const fault = faultOf(error);
      const openAt = fault.kind === 'limit' ? Date.now() + fault.seconds * 1000 : null;
      tell({ busy: false, fault, openAt, errors: fault.kind === 'refused' ? errorsOf(fault, t.fromService) : {} });
    }
  };
  const write = (name: keyof Form) => (value: string) => {
    if (sending.errors[name as FieldName])
      set((before) => ({ ...before, errors: { ...before.errors, [name]: undefined } }));
    onChange({ [name]: value });
  };
  return { sending, element, send, write };
}

function Write(props: WriteProps) {
  const { t } = usePage();
  const { form } = props;
  const { sending, element, send, write } = useSending(props);
  const texts = t.contato;
  return (
    <>
      <div className="opening">
        <h1>{texts.titulo}</h1>
        <p className="lead">{texts.introduction}</p>
      </div>
      {isReport(form.assunto) && (
        <Notice tone="info" icon="shield">
          <p>{texts.report}</p>
        </Notice>
      )}
      <form
        ref={element}
        className={`${partStyles.card} ${partStyles.main} ${styles.form}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!sending.busy) void send();
        }}
      >
        <Fields form={form} errors={sending.errors} write={write} />
        <SendTrouble sending={sending} />
        <p className={partStyles.actions}>
          <Button look="primary" type="submit" busy={sending.busy} className="large">
            {sending.busy ? texts.sending : texts.enviar}
          </Button>
        </p>
        <p className="hint">{texts.limites(CONTACTS_PER_HOUR, CONTACTS_PER_DAY)}</p>
      </form>
    </>
  );
}

/** What the service said of each field, in the page's language where it has words for it. */
function errorsOf(fault: Extract<Fault, { kind: 'refused' }>, doServico: Retell): Sending['errors'] {
  const erros = fault.error.problem?.erros ?? [];
  return Object.fromEntries(
    erros
      .filter(({ campo }) => (FIELDS as readonly string[]).includes(campo))
      .map((one) => [one.campo, doServico(one.mensagem, one) ?? one.mensagem]),
  );
}

function Fields(props: {
  readonly form: Form;
  readonly errors: Sending['errors'];
  readonly write: (name: keyof Form) => (value: string) => void;
}) {
  const { t } = usePage();
  const { form, errors, write } = props;
  const texts = t.contato;
  const error = (name: FieldName) => errors[name] ?? null;
  return (
    <>
      <div className={styles.two}>
        <TextField
          id="contato-nome"
          label={texts.nome}
          value={form.nome}
          maxLength={NAME_MAX_CHARS}
          autoComplete="name"
          required
          error={error('nome')}
          onValue={write('nome')}
        />
        <TextField
          id="contato-email"
          label={texts.email}
          hint={texts.mailHint}
          type="email"
          value={form.email}
          autoComplete="email"
          autoCapitalize="off"
          required
          error={error('email')}
          onValue={write('email')}
        />
      </div>
      <TextField
        id="contato-assunto"
        label={
          <>
            {texts.assunto} <span className={styles.optional}>({texts.optional})</span>
          </>
        }
        value={form.assunto}
        maxLength={NAME_MAX_CHARS}
        error={error('assunto')}
        onValue={write('assunto')}
      />
      {form.referenceCode !== '' && (
        <div className={styles.reference}>
          <p>
            {texts.referenceCode}: <code className={partStyles.long}>{form.referenceCode}</code>
          </p>
          <p className="hint">{texts.referenceHint}</p>
          <Button look="quiet" onClick={() => write('referenceCode')('')}>
            {texts.noReference}
          </Button>
        </div>
      )}
      <Message value={form.mensagem} error={error('mensagem')} onValue={write('mensagem')} />
    </>
  );
}

/** Below this many characters left, they are counted. */
const COUNT_FROM = 500;

function Message(props: {
  readonly value: string;
  readonly error: string | null;
  readonly onValue: (value: string) => void;
}) {
  const { t } = usePage();
  const left = CONTACT_MESSAGE_MAX_CHARS - props.value.length;
  return (
    <div className={`field ${props.error ? 'wrong' : ''}`}>
      <label htmlFor="contato-mensagem">{t.contato.mensagem}</label>
      <p className="hint" id="contato-mensagem-hint">
        {t.contato.messageHint}
      </p>
      <textarea
        id="contato-mensagem"
        rows={8}
        value={props.value}
        maxLength={CONTACT_MESSAGE_MAX_CHARS}
        required
        aria-invalid={props.error ? true : undefined}
        aria-describedby={`contato-mensagem-hint${props.error ? ' contato-mensagem-error' : ''}`}
        onInput={(event) => props.onValue(event.currentTarget.value)}
      />
      {left <= COUNT_FROM && (
        <p className="hint" role="status">
          {t.contato.remain(left)}
        </p>
      )}
      {props.error && (
        <p className="error" id="contato-mensagem-error">
          <Icon name="alert" /> {props.error}
        </p>
      )}
    </div>
  );
}

/** A moment of this device's clock, with its day where that is another one. */
function hourOf(moment: number, language: Language): string {
  const sameDay = new Date(moment).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(language, { timeStyle: 'short', ...(sameDay ? {} : { dateStyle: 'short' }) }).format(
    moment,
  );
}

function SendTrouble({ sending }: { readonly sending: Sending }) {
  const { t, language } = usePage();
  const { fault, errors, openAt } = sending;
  const left = useCountdown(openAt);
  const texts = t.contato;
  const wrong = Object.values(errors).filter(Boolean).length;
  if (!fault) {
    if (wrong === 0) return null;
    return (
      <Notice tone="danger" icon="alert" alert>
        <p>{texts.erros.resumo(wrong)}</p>
      </Notice>
    );
  }
  if (fault.kind === 'limit') {
    return (
      <Notice tone="warn" icon="clock" alert>
        <p>
          {openAt !== null && left > 0
            ? texts.failures.limite(hourOf(openAt, language), CONTACTS_PER_HOUR, CONTACTS_PER_DAY)
            : texts.failures.limitOver}
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="danger" icon={fault.kind === 'refused' ? 'alert' : 'offline'} alert>
      <p>
        {fault.kind === 'offline'
          ? texts.failures.noConnection
          : fault.kind === 'down'
            ? texts.failures.offline
            : texts.failures.refused}
      </p>
    </Notice>
  );
}
