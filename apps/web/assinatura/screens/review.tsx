import { FIELD_KINDS } from '@rubrica/contract/field-kinds';
import { useState } from 'react';
import { isCpf, maskCpf } from '../../kit/brazil.ts';
import { focusAfter } from '../../kit/focus.ts';
import { Button, Icon, Notice, TextField } from '../../kit/parts.tsx';
import { today, useRoad } from '../context.tsx';
import { correctedIn, fieldValue, problemOf } from '../fields.ts';
import { MarkPicture } from '../reader/mark.tsx';
import { type Campo, fieldsOf, namesDiffer, openDocuments, roleIn } from '../steps.ts';
import { AGREED_ID, Statement } from './acceptance.tsx';
import { KeptHere } from './kept.tsx';
import partStyles from './parts.module.css';
import { PassOnButton } from './pass-on.tsx';
import { Place } from './place.tsx';
import { RefuseButton } from './refusal.tsx';
import { DocumentTitle, StepSheet } from './sheet.tsx';
import styles from './values.module.css';

/** Everything once more before signing, with one's own name and CPF to correct. */
export function Review() {
  const { road, state, session, t } = useRoad();
  const { given } = state;
  const missing = fieldsOf(session).filter(({ campo }) => problemOf(campo, given, session) !== null);
  const role = roleIn(openDocuments(session));
  const { nome, cpf } = correctedIn(given, session);
  const wrongCpf = cpf !== '' && !isCpf(cpf);
  const [tried, setTried] = useState(false);
  const noName = nome !== null && nome.trim() === '';
  const sign = () => {
    if (missing.length > 0) return road.goTo('documento');
    const wrong = noName ? 'nome' : wrongCpf ? 'cpf' : road.agreed ? null : AGREED_ID;
    focusAfter(
      () => setTried(true),
      () => (wrong === null ? null : document.getElementById(wrong)),
    );
    if (wrong === null) void road.sign();
  };
  return (
    <StepSheet title={t.steps.review}>
      {missing.length > 0 && (
        <Notice tone="warn" icon="alert">
          <p>{t.review.leftOver(missing.length)}</p>
          <Button onClick={() => road.goTo('documento')}>{t.review.fillIn}</Button>
        </Notice>
      )}
      {state.remark?.campoId && (
        <div className={partStyles.actions}>
          <Button onClick={() => road.goTo('documento')}>{t.review.correctField}</Button>
        </div>
      )}
      {openDocuments(session).map((documento) => (
        <section key={documento.id} className={partStyles.card}>
          <DocumentTitle as="h2" titulo={documento.titulo} />
          <p className="hint">{t.paginas(documento.paginas)}</p>
          <Place documento={documento} />
          <Values campos={documento.campos} />
          <FromSender campos={documento.camposDoRemetente} />
        </section>
      ))}
      <Identity tried={tried} />
      <KeptHere />
      <Statement missing={tried} />
      <p className={styles.legal}>{t.review.effect(role)}</p>
      <div className={partStyles.actions}>
        <Button look="primary" className="large" busy={state.busy === 'assinar'} onClick={sign}>
          {state.busy === 'assinar' ? t.review.signing : t.verb[role]}
        </Button>
        <Button onClick={() => road.goTo('documento')}>{t.review.backToDocument}</Button>
      </div>
      <PassOnButton />
      <RefuseButton />
    </StepSheet>
  );
}

function Values({ campos }: { readonly campos: readonly Campo[] }) {
  const { t } = useRoad();
  if (campos.length === 0) return null;
  return (
    <dl className={styles.values}>
      {campos.map((campo) => (
        <div key={campo.id}>
          <dt>{campo.rotulo ?? t.types[campo.tipo]}</dt>
          <dd>
            <Value campo={campo} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What the sender filled in, which is signed along. */
function FromSender({ campos }: { readonly campos: readonly Campo[] }) {
  const { t } = useRoad();
  if (campos.length === 0) return null;
  return (
    <>
      <h3>{t.review.fromSender}</h3>
      <dl className={styles.values}>
        {campos.map(({ id, tipo, rotulo, valorPadrao }) => (
          <div key={id}>
            <dt>{rotulo ?? t.types[tipo]}</dt>
            <dd>
              {FIELD_KINDS[tipo].holds !== 'CHECK'
                ? valorPadrao
                : valorPadrao === 'true'
                  ? t.review.checkedBox
                  : t.review.unchecked}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Value({ campo }: { readonly campo: Campo }) {
  const { state, session, t } = useRoad();
  const { given } = state;
  const kind = FIELD_KINDS[campo.tipo];
  if (kind.holds === 'MARK') {
    const mark = given[kind.mark];
    return mark ? (
      <MarkPicture className={styles.mark} mark={mark} label={t.types[campo.tipo]} />
    ) : (
      <span className="hint">{t.review.blank}</span>
    );
  }
  if (kind.holds === 'SIGNING_DAY') return today();
  const value = fieldValue(campo, given, session);
  if (kind.holds === 'CHECK') return <>{value ? t.review.checkedBox : t.review.unchecked}</>;
  if (value === '') {
    const kept = kind.holds === 'TEXT' && kind.from === 'email' ? session.signatario.email : null;
    return kept ?? <span className="hint">{t.review.blank}</span>;
  }
  if (kind.holds === 'PICTURE') return <img className={styles.mark} src={String(value)} alt={t.types[campo.tipo]} />;
  return <>{String(value)}</>;
}

/** Name and CPF as they will stand in the record. */
function Identity({ tried }: { readonly tried: boolean }) {
  const { road, state, session, t } = useRoad();
  const { nome, travarDados } = session.signatario;
  const { given } = state;
  const differ = namesDiffer(session);
  if (travarDados) {
    return (
      <section className={partStyles.card}>
        <h2>{t.dados.titulo}</h2>
        <p>{differ ? t.dados.differ : <strong>{nome ?? session.signatario.email}</strong>}</p>
        <p className="hint">
          <Icon name="lock" /> {t.dados.locked}
        </p>
      </section>
    );
  }
  const wrongCpf = given.cpf !== '' && !isCpf(given.cpf) && (tried || given.cpf.length === 14);
  return (
    <section className={partStyles.card}>
      <h2>{t.dados.titulo}</h2>
      <p className="hint">{differ ? t.dados.differ : t.dados.texto}</p>
      <TextField
        id="nome"
        label={differ ? t.dados.oneName : t.dados.nome}
        hint={differ ? t.dados.asItIs : undefined}
        autoComplete="name"
        maxLength={200}
        value={given.nome ?? (differ ? '' : (nome ?? ''))}
        error={given.nome !== null && given.nome.trim() === '' ? t.issues.blank : null}
        onValue={(value) => road.give({ nome: differ && value === '' ? null : value })}
      />
      <TextField
        id="cpf"
        label={t.dados.cpf}
        hint={t.dados.asItIs}
        inputMode="numeric"
        autoComplete="off"
        placeholder="000.000.000-00"
        value={given.cpf}
        error={wrongCpf ? t.issues.cpf : null}
        onValue={(value) => road.give({ cpf: maskCpf(value) })}
      />
    </section>
  );
}
