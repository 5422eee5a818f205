import { useState } from 'react';
import { Dialog } from '../../kit/dialog.tsx';
import { Button, Icon } from '../../kit/parts.tsx';
import Qr from '../../kit/qr.tsx';
import { useRoad } from '../context.tsx';
import styles from './menu-dialogs.module.css';
import partStyles from './parts.module.css';

interface DialogProps {
  readonly onClose: () => void;
}

/** The address this page was opened by, which is the personal link itself: no other is made. */
const ownLink = () => location.origin + location.pathname;

/** The same link on another device, as a QR code or copied. */
export function DeviceDialog({ onClose }: DialogProps) {
  const { t } = useRoad();
  const link = ownLink();
  return (
    <Dialog title={t.mobile.titulo} closeLabel={t.close} onClose={onClose}>
      <p>{t.mobile.texto}</p>
      <Qr text={link} label={t.mobile.qr} />
      <p>{t.mobile.orCopy}</p>
      <CopyLine text={link} label={t.mobile.link} />
      <p className="hint">
        <Icon name="lock" /> {t.mobile.personal}
      </p>
    </Dialog>
  );
}

/** How the sender is reached: the address they gave for answers, or none. */
export function ContactDialog({ onClose }: DialogProps) {
  const { session, t } = useRoad();
  const { remetente, documentos } = session;
  const address = remetente.emailResposta;
  const subject = documentos[0]?.titulo ?? '';
  return (
    <Dialog title={t.menu.talk} closeLabel={t.close} onClose={onClose}>
      <p>
        <strong>{remetente.organizacao}</strong>
        {remetente.nome && ` · ${remetente.nome}`}
      </p>
      {address === null ? (
        <p>{t.contact.none(remetente.organizacao)}</p>
      ) : (
        <>
          <p>{t.contact.texto}</p>
          <div className={partStyles.actions}>
            <a
              className="button primary"
              href={`mailto:${address}?${new URLSearchParams({ subject })}`.replaceAll('+', '%20')}
            >
              <Icon name="talk" /> {t.contact.write}
            </a>
          </div>
          <CopyLine text={address} label={t.contact.address} />
        </>
      )}
      <p className="hint">{t.contact.warning}</p>
    </Dialog>
  );
}

/** A line to be copied: by the button, or selected by hand where the browser does not let a page copy. */
function CopyLine({ text, label }: { readonly text: string; readonly label: string }) {
  const { t, announce } = useRoad();
  const [copied, setCopied] = useState(false);
  const copy = async (line: HTMLInputElement | null) => {
    line?.select();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return;
    }
    setCopied(true);
    announce(t.mobile.copied);
  };
  return (
    <div className={styles.copy}>
      <input readOnly value={text} aria-label={label} onFocus={(event) => event.currentTarget.select()} />
      <Button onClick={(event) => void copy(event.currentTarget.parentElement?.querySelector('input') ?? null)}>
        {copied ? <Icon name="check" /> : <Icon name="link" />} {copied ? t.mobile.copied : t.mobile.copy}
      </Button>
    </div>
  );
}
