import type { SessaoAssinatura } from '@rubrica/contract';
import { useEffect, useRef, useState } from 'react';
import { digitsOf, isCpf, isoDate, maskCpf, maskDate } from '../../kit/brazil.ts';
import { focusAfter } from '../../kit/focus.ts';
import { clock, useCountdown } from '../../kit/hooks.ts';
import { Button, Icon, Notice, TextField } from '../../kit/parts.tsx';
import { useRoad } from '../context.tsx';
import { answer, askCode, isFactor } from '../factors.ts';
import type { FactorState, OtpFactor } from '../state.ts';
import { Documents } from './documents.tsx';
import { EnrolmentSteps } from './enrolment.tsx';
import styles from './factors.module.css';
import partStyles from './parts.module.css';
import { StepSheet } from './sheet.tsx';

type FactorRow = SessaoAssinatura['fatores'][number];

/** Proving who one is, one factor at a time; the authenticator comes last, because its enrolment waits for the others. */
export function Factors() {
  const { session, t } = useRoad();
  const rows = [...session.fatores].sort((a, b) => Number(a.fator === 'TOTP') - Number(b.fator === 'TOTP'));
  const current = rows.find(({ cumprido }) => !cumprido);
  if (!current) return <Proved />;
  return (
    <StepSheet title={t.steps.fatores}>
      <p>{t.fatores.because(session.remetente.organizacao)}</p>
      {rows.length > 1 && (
        <ol className={styles.factors}>
          {rows.map(({ fator, cumprido }) => (
            <li
              key={fator}
              className={cumprido ? styles.done : undefined}
              aria-current={fator === current.fator ? 'step' : undefined}
            >
              <Icon name={cumprido ? 'check' : 'shield'} /> {t.fatores.names[fator]}
              {cumprido && <span className="unseen"> {t.fatores.cumprido}</span>}
            </li>
          ))}
        </ol>
      )}
      <OneFactor key={current.fator} row={current} />
    </StepSheet>
  );
}

/**
 * Everything is proved. Only now the service tells of the documents: a stop on the way where there is something to tell
 * of them, and nothing else until it was asked.
 */
function Proved() {
  const { road, session, t } = useRoad();
  if (!session.autenticado) {
    return (
      <StepSheet title={t.steps.fatores}>
        <p className={partStyles.loading} role="status">
          <span className="spinner" aria-hidden="true" /> {t.opening}
        </p>
        <div className={partStyles.actions}>
          <Button onClick={() => road.resume()}>{t.tryNow}</Button>
        </div>
      </StepSheet>
    );
  }
  return (
    <StepSheet key="proved" title={t.fatores.before}>
      <p>{t.fatores.proved}</p>
      <Documents />
      <div className={partStyles.actions}>
        <Button look="primary" className="large" onClick={() => road.next('fatores')}>
          {t.goOn}
        </Button>
      </div>
    </StepSheet>
  );
}

function OneFactor({ row }: { readonly row: FactorRow }) {
  const { state, t } = useRoad();
  const factor = state.factors[row.fator] ?? {};
  const rests = useCountdown(factor.restsUntil ?? null);
  if (!isFactor(row.fator)) {
    return (
      <Notice tone="warn" icon="alert">
        <p>{t.fatores.unknown}</p>
      </Notice>
    );
  }
  if (rests > 0) {
    return (
      <Notice tone="warn" icon="clock" alert>
        <h2>{t.fatores.restTitle}</h2>
        <p>{t.fatores.rest}</p>
        <p className={styles.countdown} role="timer" aria-live="off">
          {clock(rests)}
        </p>
      </Notice>
    );
  }
  if (row.fator === 'DADOS_PESSOAIS') return <Personal factor={factor} />;
  return row.fator === 'TOTP' ? <Authenticator row={row} factor={factor} /> : <Code row={row} factor={factor} />;
}

/** A code by e-mail or SMS. */
function Code({ row, factor }: { readonly row: FactorRow; readonly factor: FactorState }) {
  const { road, state, t } = useRoad();
  const fator = row.fator as OtpFactor;
  const resend = useCountdown(factor.resendAt ?? null);
  const where = row.destinoMascarado ?? '';
  const asking = state.busy === `pedir:${fator}`;
  if (!factor.asked) {
    return (
      <section className={partStyles.card}>
        <h2>{t.fatores.names[fator]}</h2>
        <p>{fator === 'EMAIL' ? t.fatores.willSendEmail : t.fatores.willSendSms}</p>
        <p className={styles.destination}>{where}</p>
        <Button look="primary" className="large" busy={asking} onClick={() => askCode(road, fator)}>
          {t.fatores.send}
        </Button>
        <p className="hint">{t.fatores.notMine}</p>
      </section>
    );
  }
  return (
    <section className={partStyles.card}>
      <h2>{t.fatores.typeIt}</h2>
      <p>
        {t.fatores.sent} <strong>{where}</strong>
      </p>
      <CodeForm fator={fator} factor={factor} />
      <p className={styles.resend}>
        {resend > 0 ? (
          <span>{t.fatores.resendIn(clock(resend))}</span>
        ) : (
          <Button look="quiet" busy={asking} onClick={() => askCode(road, fator)}>
            {t.fatores.resend}
          </Button>
        )}
      </p>
      <p className="hint">{fator === 'EMAIL' ? t.fatores.emailHint : t.fatores.smsHint}</p>
    </section>
  );
}

const codeInput = () => document.getElementById('code');
const CODE_DIGITS = 6;

/**
 * The six digits. Pasted with spaces or text around them, they are found. The sixth submits them, each code once: a wrong
 * one that the browser fills in again waits for the button.
 */
function CodeForm({ fator, factor }: { readonly fator: OtpFactor; readonly factor: FactorState }) {
  const { road, state, t, announce } = useRoad();
  const [code, setCode] = useState('');
  const [short, setShort] = useState(false);
  const submitted = useRef(new Set<string>());
  const wrong = factor.problem === 'wrong' && code === '';
  const submit = async () => {
    if (code.length !== CODE_DIGITS) {
      focusAfter(() => setShort(true), codeInput);
      return;
    }
    submitted.current.add(code);
    announce(t.fatores.checking);
    await answer(road, { fator, codigo: code });
    if (road.state.factors[fator]?.problem !== 'wrong') return;
    // Only the code that was wrong: another may be on its way into the field by now.
    focusAfter(() => setCode((now) => (now === code ? '' : now)), codeInput);
  };
  const complete = code.length === CODE_DIGITS && !state.busy && !submitted.current.has(code);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is submitted is the code as it stands
  useEffect(() => {
    if (complete) void submit();
  }, [complete]);
  return (
    <form
      className={styles.codeForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        id="code"
        className={styles.digits}
        label={t.fatores.codigo}
        hint={t.fatores.byItself}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        value={code}
        loud
        error={short ? t.fatores.six : wrong ? t.fatores.wrong(factor.triesLeft ?? null) : null}
        onValue={(value) => {
          setCode(digitsOf(value).slice(0, CODE_DIGITS));
          setShort(false);
        }}
      />
      <Button look="primary" type="submit" className="large" busy={state.busy === `responder:${fator}`}>
        {t.fatores.confirm}
      </Button>
    </form>
  );
}

/** An authenticator app: enrolled the first time, then only asked for its code. */
function Authenticator({ row, factor }: { readonly row: FactorRow; readonly factor: FactorState }) {
  const { road, state, t } = useRoad();
  const { asked } = factor;
  const enrolled = row.cadastrado || (asked && 'cadastrado' in asked);
  if (enrolled) {
    return (
      <section className={partStyles.card}>
        <h2>{t.totp.titulo}</h2>
        <p>{t.totp.openIt}</p>
        <CodeForm fator="TOTP" factor={factor} />
      </section>
    );
  }
  if (!asked || !('segredo' in asked)) {
    return (
      <section className={partStyles.card}>
        <h2>{t.totp.titulo}</h2>
        <p>{t.totp.needs}</p>
        <Button
          look="primary"
          className="large"
          busy={state.busy === 'pedir:TOTP'}
          onClick={() => askCode(road, 'TOTP')}
        >
          {t.totp.cadastrar}
        </Button>
      </section>
    );
  }
  return (
    <section className={partStyles.card}>
      <h2>{t.totp.cadastrar}</h2>
      <EnrolmentSteps enrolment={asked} />
      <CodeForm fator="TOTP" factor={factor} />
    </section>
  );
}

/** CPF and birth date, held against what the sender gave. */
function Personal({ factor }: { readonly factor: FactorState }) {
  const { road, state, t } = useRoad();
  const [cpf, setCpf] = useState('');
  const [born, setBorn] = useState('');
  const [tried, setTried] = useState(false);
  const dataNascimento = isoDate(born);
  const cpfWrong = !isCpf(cpf) && (tried || cpf.length === 14);
  const bornWrong = dataNascimento === null && (tried || born.length === 10);
  const submit = () => {
    const wrong = !isCpf(cpf) ? 'cpf' : dataNascimento === null ? 'birth-date' : null;
    focusAfter(
      () => setTried(true),
      () => (wrong === null ? null : document.getElementById(wrong)),
    );
    if (wrong === null && dataNascimento !== null) void answer(road, { fator: 'DADOS_PESSOAIS', cpf, dataNascimento });
  };
  return (
    <form
      className={partStyles.card}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h2>{t.fatores.names.DADOS_PESSOAIS}</h2>
      <p>{t.pessoais.texto}</p>
      {factor.problem === 'wrong' && (
        <Notice tone="danger" icon="alert" alert>
          <p>{t.pessoais.wrong(factor.triesLeft ?? null)}</p>
        </Notice>
      )}
      <TextField
        id="cpf"
        label="CPF"
        inputMode="numeric"
        autoComplete="off"
        placeholder="000.000.000-00"
        value={cpf}
        error={cpfWrong ? t.issues.cpf : null}
        onValue={(value) => setCpf(maskCpf(value))}
      />
      <TextField
        id="birth-date"
        label={t.pessoais.nascimento}
        hint={t.pessoais.formato}
        inputMode="numeric"
        autoComplete="bday"
        placeholder="dd/mm/aaaa"
        value={born}
        error={bornWrong ? t.issues.data : null}
        onValue={(value) =>
          setBorn(/^\d{4}-\d{2}-\d{2}$/.test(value) ? value.split('-').reverse().join('/') : maskDate(value))
        }
      />
      <Button look="primary" type="submit" className="large" busy={state.busy === 'responder:DADOS_PESSOAIS'}>
        {t.fatores.confirm}
      </Button>
    </form>
  );
}
