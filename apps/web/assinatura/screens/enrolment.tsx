import type { CodigoSolicitado } from '@rubrica/contract';
import { useMedia } from '../../kit/hooks.ts';
import { useRoad } from '../context.tsx';
import { CopyLine } from './copy-line.tsx';
import styles from './enrolment.module.css';

/** What an authenticator app is enrolled with. */
export type Enrolment = Extract<CodigoSolicitado, { segredo: string }>;

/**
 * How an authenticator app gets what it is enrolled with. A phone cannot read a code off its own screen, so there the app is
 * opened by a link, and the QR code is for who has it elsewhere.
 */
export function EnrolmentSteps({ enrolment }: { readonly enrolment: Enrolment }) {
  const { t } = useRoad();
  const held = useMedia('(pointer: coarse)');
  return (
    <ol className={styles.how}>
      <li>{t.totp.step1}</li>
      <li>{held ? <OnThisDevice enrolment={enrolment} /> : <OnThePhone enrolment={enrolment} />}</li>
      <li>{t.totp.step3}</li>
    </ol>
  );
}

function OnThisDevice({ enrolment }: { readonly enrolment: Enrolment }) {
  const { t } = useRoad();
  return (
    <>
      {t.totp.step2Here}
      <p>
        <a className="button large" href={enrolment.otpauthUri}>
          {t.totp.openApp}
        </a>
      </p>
      <details>
        <summary>{t.totp.notOpened}</summary>
        <p>{t.totp.paste}</p>
        <CopyLine text={enrolment.segredo} label={t.totp.key} />
        <p>{t.totp.elsewhere}</p>
        <img className="qr" src={enrolment.qrCode} alt={t.totp.qr} />
      </details>
    </>
  );
}

function OnThePhone({ enrolment }: { readonly enrolment: Enrolment }) {
  const { t } = useRoad();
  return (
    <>
      {t.totp.step2}
      <img className="qr" src={enrolment.qrCode} alt={t.totp.qr} />
      <details>
        <summary>{t.totp.manual}</summary>
        <p>{t.totp.chave}</p>
        <code className={styles.secret}>{enrolment.segredo.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <p>
          <a href={enrolment.otpauthUri}>{t.totp.openApp}</a>
        </p>
      </details>
    </>
  );
}
