import type { DelegacaoEntrada } from '@rubrica/contract';
import { REASON_MAX_CHARS, SIGNER_NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { useId, useState } from 'react';
import { isCpf, isE164, isEmail, isoDate, maskCpf, maskDate, phoneOf } from '../../kit/brazil.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { focusAfter } from '../../kit/focus.ts';
import { Button, Icon, TextField } from '../../kit/parts.tsx';
import { usePage, useRoad } from '../context.tsx';
import { passable, passOn } from '../pass-on.ts';
import { openDocuments } from '../steps.ts';
import { PASS_ON } from '../texts/pass-on.ts';
import { InWords } from './in-words.tsx';
import partStyles from './parts.module.css';
import styles from './pass-on-dialog.module.css';

type Given = Record<'nome' | 'email' | 'telefone' | 'cpf' | 'born' | 'motivo', string>;
const NOTHING: Given = { nome: '', email: '', telefone: '', cpf: '', born: '', motivo: '' };

/** What is asked of the other, by what the person was asked: the same will be asked of them. */
function useAsked() {
  const { session } = useRoad();
  const demands = (wanted: string) => session.fatores.some(({ fator }) => fator === wanted);
  return { phone: demands('SMS_OTP'), personal: demands('DADOS_PESSOAIS') };
}

/** To whom the signature is passed and, in a set, which. */
export default function PassOnDialog({ onClose }: { readonly onClose: () => void }) {
  const { road, state, session, t } = useRoad();
  const { language } = usePage();
  const words = PASS_ON[language];
  const documents = passable(session);
  const wholly = documents.length === openDocuments(session).length;
  const [which, setWhich] = useState(wholly ? '' : (documents[0]?.id ?? ''));
  const [given, setGiven] = useState(NOTHING);
  const [tried, setTried] = useState(false);
  const asked = useAsked();
  const id = useId();
  const set = (name: keyof Given) => (value: string) => setGiven({ ...given, [name]: value });
  const errors = problemsOf(given, asked, { ...words.missing, cpf: t.issues.cpf, born: t.issues.data });
  const submit = async () => {
    const [first] = Object.keys(errors);
    focusAfter(
      () => setTried(true),
      () => (first ? document.getElementById(`${id}-${first}`) : null),
    );
    if (first) return;
    await passOn(road, bodyOf(given, asked, which));
    if (!road.state.remark) onClose();
  };
  const field = (name: keyof Given) => ({
    id: `${id}-${name}`,
    value: given[name],
    error: tried ? (errors[name] ?? null) : null,
    autoComplete: 'off',
    onValue: set(name),
  });
  return (
    <Dialog title={words.titulo} closeLabel={t.close} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>{words.texto(session.remetente.organizacao)}</p>
        {openDocuments(session).length > 1 && (
          <div className="field">
            <label htmlFor={`${id}-which`}>{words.which}</label>
            <select id={`${id}-which`} value={which} onChange={(event) => setWhich(event.currentTarget.value)}>
              {wholly && <option value="">{words.all}</option>}
              {documents.map((documento) => (
                <option key={documento.id} value={documento.id}>
                  {documento.titulo}
                </option>
              ))}
            </select>
          </div>
        )}
        <TextField {...field('nome')} label={words.nome} maxLength={SIGNER_NAME_MAX_CHARS} />
        <TextField {...field('email')} label={words.email} type="email" inputMode="email" />
        {asked.phone && (
          <TextField {...field('telefone')} label={words.telefone} hint={words.phoneHint} inputMode="tel" />
        )}
        {asked.personal && (
          <>
            <TextField
              {...field('cpf')}
              label="CPF"
              inputMode="numeric"
              placeholder="000.000.000-00"
              onValue={(value) => set('cpf')(maskCpf(value))}
            />
            <TextField
              {...field('born')}
              label={words.born}
              hint={words.bornHint}
              inputMode="numeric"
              placeholder="dd/mm/aaaa"
              onValue={(value) => set('born')(maskDate(value))}
            />
          </>
        )}
        <div className="field">
          <label htmlFor={`${id}-motivo`}>{words.motivo}</label>
          <p className="hint" id={`${id}-motivo-hint`}>
            {words.motivoHint}
          </p>
          <textarea
            id={`${id}-motivo`}
            rows={2}
            maxLength={REASON_MAX_CHARS}
            value={given.motivo}
            aria-describedby={`${id}-motivo-hint`}
            onInput={(event) => set('motivo')(event.currentTarget.value)}
          />
        </div>
        {state.remark && (
          <p className="error" role="alert">
            <Icon name="alert" /> <InWords said={state.remark} />
          </p>
        )}
        <div className={partStyles.actions}>
          <Button look="primary" type="submit" busy={state.busy === 'delegar'}>
            {words.confirm}
          </Button>
          <Button onClick={onClose}>{t.back}</Button>
        </div>
      </form>
    </Dialog>
  );
}

type Asked = ReturnType<typeof useAsked>;
type Errors = Partial<Record<keyof Given, string>>;

/** What is still to be given, in the order of the fields. */
function problemsOf({ nome, email, telefone, cpf, born }: Given, { phone, personal }: Asked, words: Errors): Errors {
  const wrong: Record<string, boolean> = {
    nome: nome.trim() === '',
    email: !isEmail(email.trim()),
    telefone: phone && !isE164(phoneOf(telefone)),
    cpf: personal && !isCpf(cpf),
    born: personal && isoDate(born) === null,
  };
  return Object.fromEntries(Object.entries(words).filter(([name]) => wrong[name]));
}

function bodyOf(
  { nome, email, telefone, cpf, born, motivo }: Given,
  { phone, personal }: Asked,
  which: string,
): DelegacaoEntrada {
  return {
    nome: nome.trim(),
    email: email.trim(),
    ...(phone ? { telefone: phoneOf(telefone) } : {}),
    ...(personal ? { cpf, dataNascimento: isoDate(born) ?? '' } : {}),
    ...(motivo.trim() === '' ? {} : { motivo: motivo.trim() }),
    ...(which === '' ? {} : { documentoId: which }),
  };
}
