import { Dialog } from '../../kit/dialog.tsx';
import { Icon } from '../../kit/parts.tsx';
import Qr from '../../kit/qr.tsx';
import { useRoad } from '../context.tsx';
import { useDesktop } from '../desktop.ts';
import { CopyLine } from './copy-line.tsx';
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
  const title = useDesktop() ? t.mobile.button : t.mobile.otherDevice;
  return (
    <Dialog title={title} closeLabel={t.close} onClose={onClose}>
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
