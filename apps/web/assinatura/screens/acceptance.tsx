import { useState } from 'react';
import { focusAfter } from '../../kit/focus.ts';
import { Button, Icon } from '../../kit/parts.tsx';
import { useRoad } from '../context.tsx';
import { RefuseButton } from './refusal.tsx';
import { StepSheet } from './sheet.tsx';

/** Agreeing to the current text: an act of its own before signing. */
export function Consent() {
  const { road, state, session, t, language } = useRoad();
  const { texto, versao, aceitoEm } = session.textoAceite;
  const [agreed, setAgreed] = useState(aceitoEm !== null);
  const [missing, setMissing] = useState(false);
  const submit = () => {
    if (!agreed) {
      focusAfter(
        () => setMissing(true),
        () => document.getElementById('aceito'),
      );
      return;
    }
    if (aceitoEm !== null) road.next('aceite');
    else void road.accept();
  };
  return (
    <StepSheet title={t.steps.aceite}>
      {language !== 'pt-BR' && <p className="hint">{t.aceite.inPortuguese}</p>}
      <div className="terms" lang="pt-BR">
        {texto.split(/\n+/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <p className="hint">{t.aceite.versao(versao)}</p>
      <div className={`tick ${missing ? 'wrong' : ''}`}>
        <input
          id="aceito"
          type="checkbox"
          checked={agreed}
          disabled={aceitoEm !== null}
          aria-invalid={missing || undefined}
          aria-describedby={missing ? 'aceito-erro' : undefined}
          onChange={(event) => {
            setAgreed(event.currentTarget.checked);
            setMissing(false);
          }}
        />
        <label htmlFor="aceito">{t.aceite.iAgree}</label>
      </div>
      {missing && (
        <p className="error" id="aceito-erro" role="alert">
          <Icon name="alert" /> {t.aceite.missing}
        </p>
      )}
      <div className="actions">
        <Button look="primary" className="large" busy={state.busy === 'aceitar'} onClick={submit}>
          {t.goOn}
        </Button>
        <Button onClick={() => road.goTo('leitura')}>{t.aceite.lookAgain}</Button>
      </div>
      <RefuseButton />
    </StepSheet>
  );
}
