import { codeIn } from '@rubrica/contract/validation-code';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../../kit/dialog.tsx';
import { Button, Notice } from '../../kit/parts.tsx';
import { usePage } from '../context.tsx';
import styles from './camera.module.css';
import { openReader } from './frames.ts';

type State = 'opening' | 'searching' | 'other' | 'refused' | 'absent' | 'busy';

/** Between two looks at the picture: eyes see no delay, and a phone stays cool. */
const LOOK_EVERY_MS = 150;

const CAUSES: Readonly<Record<string, State>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
  TypeError: 'absent',
  NotSupportedError: 'absent',
};

/** The rear camera where there is one. @throws DOMException as getUserMedia does; TypeError where there is no camera API */
async function openCamera(): Promise<MediaStream> {
  const devices = navigator.mediaDevices;
  if (!devices?.getUserMedia) throw new TypeError('no camera API');
  const video = { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } };
  return devices.getUserMedia({ video, audio: false });
}

/**
 * The camera in a dialog. Pictures are looked at here and go nowhere. It stops with the dialog, with the page being
 * hidden, and with the code found.
 */
export default function Camera(props: {
  readonly onClose: () => void;
  readonly onRead: (text: string) => void;
  readonly onType: () => void;
  readonly onFile: () => void;
}) {
  const { t } = usePage();
  const texts = t.validar.qr;
  const [attempt, setAttempt] = useState(0);
  const { video, state } = useScanner(attempt, props.onRead);
  const failure = state === 'refused' || state === 'absent' || state === 'busy' ? texts[state] : null;
  return (
    <Dialog title={failure ? failure.titulo : texts.dialog} closeLabel={t.close} onClose={props.onClose}>
      {failure ? (
        <>
          <p role="alert">{failure.texto}</p>
          <div className={styles.stack}>
            <Button look="primary" onClick={props.onType}>
              {texts.typeIn}
            </Button>
            <Button onClick={props.onFile}>{texts.arquivo}</Button>
            <Photo onRead={props.onRead} />
            <Button look="quiet" onClick={() => setAttempt((count) => count + 1)}>
              {texts.tryIt}
            </Button>
          </div>
        </>
      ) : (
        <>
          <div className={styles.viewfinder}>
            <video ref={video} playsInline muted autoPlay />
          </div>
          <p role="status" className={state === 'other' ? 'error' : 'hint'}>
            {state === 'opening' ? texts.opening : state === 'other' ? texts.other : texts.searching}
          </p>
          <div className={styles.stack}>
            <Button onClick={props.onType}>{texts.typeIn}</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function useScanner(attempt: number, onRead: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<State>('opening');
  const found = useRef(onRead);
  found.current = onRead;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts it anew
  useEffect(() => {
    let stream: MediaStream | null = null;
    let over = false;
    const stop = () => {
      over = true;
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const hide = () => {
      if (!document.hidden) return;
      stop();
      setState('busy');
    };
    const run = async () => {
      setState('opening');
      stream = await openCamera();
      const element = video.current;
      if (over || !element) return stop();
      element.srcObject = stream;
      await element.play();
      setState('searching');
      const reader = await openReader();
      while (!over) {
        const text = await reader.read(element, element.videoWidth, element.videoHeight);
        if (over) return;
        if (text !== null && codeIn(text)) {
          stop();
          return found.current(text);
        }
        setState(text === null ? (before) => before : 'other');
        await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
      }
    };
    run().catch((error: unknown) => {
      if (over) return;
      stop();
      setState(CAUSES[error instanceof Error ? error.name : ''] ?? 'busy');
    });
    document.addEventListener('visibilitychange', hide);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      stop();
    };
  }, [attempt]);
  return { video, state };
}

/** A picture of the code taken by the phone's own camera program, where a page may not use the camera. */
function Photo({ onRead }: { readonly onRead: (text: string) => void }) {
  const { t } = usePage();
  const picker = useRef<HTMLInputElement>(null);
  const [remark, setRemark] = useState(false);
  const read = async (file: File | undefined) => {
    if (!file) return;
    setRemark(false);
    try {
      const image = await createImageBitmap(file);
      const reader = await openReader(true);
      const text = await reader.read(image, image.width, image.height);
      image.close();
      if (text !== null && codeIn(text)) return onRead(text);
      setRemark(true);
    } catch {
      setRemark(true);
    }
  };
  return (
    <>
      <input
        ref={picker}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        onChange={(event) => void read(event.currentTarget.files?.[0])}
      />
      <Button onClick={() => picker.current?.click()}>{t.validar.qr.foto}</Button>
      {remark && (
        <Notice tone="warn" icon="alert" alert>
          <p>{t.validar.qr.pictureWithoutQr}</p>
        </Notice>
      )}
    </>
  );
}
