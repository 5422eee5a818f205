import { lazy, Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { focusAfter } from '../../kit/focus.ts';
import { useFocusOn, useMedia } from '../../kit/hooks.ts';
import { Button, Icon } from '../../kit/parts.tsx';
import { maskCode, readCode } from '../code.ts';
import { usePage } from '../context.tsx';
import partStyles from '../parts.module.css';
import type { Reading } from './query.ts';
import styles from './ways.module.css';

const Camera = lazy(() => import('./camera.tsx'));

interface Shared {
  /** A question is under way. */
  readonly busy: boolean;
  readonly reading: Reading;
  readonly onFile: (files: readonly File[]) => void;
  readonly onCode: (code: string) => void;
}

/** The three ways to ask: code, QR, file. */
export function Ways(
  props: Shared & {
    readonly typed: string;
    readonly onTyped: (text: string) => void;
    readonly onQr: (text: string) => void;
  },
) {
  const { t } = usePage();
  const [camera, setCamera] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const title = useFocusOn<HTMLHeadingElement>('formas');
  const { qr } = t.validar;
  return (
    <>
      <div className="opening">
        <h1 ref={title} tabIndex={-1}>
          {t.validar.titulo}
        </h1>
        <p className="lead">{t.validar.introduction}</p>
      </div>
      <div className={`${partStyles.card} ${partStyles.main}`}>
        <CodeForm {...props} inputRef={input} />
      </div>
      <div className={styles.ways}>
        <section className={`${partStyles.card} ${partStyles.way}`} aria-labelledby="qr-title">
          <span className={partStyles.badge}>
            <QrMark />
          </span>
          <h2 id="qr-title">{qr.titulo}</h2>
          <p>{qr.texto}</p>
          <Button onClick={() => setCamera(true)}>{qr.button}</Button>
        </section>
        <section className={`${partStyles.card} ${partStyles.way}`} aria-labelledby="file-title">
          <FileWay {...props} pickerRef={picker} />
        </section>
      </div>
      {camera && (
        <Suspense fallback={null}>
          <Camera
            onClose={() => setCamera(false)}
            onRead={(text) => {
              setCamera(false);
              props.onQr(text);
            }}
            // The dialog gives the focus back where it came from when it goes; only then can it go on to the field.
            onType={() =>
              focusAfter(
                () => setCamera(false),
                () => input.current,
              )
            }
            onFile={() => {
              setCamera(false);
              picker.current?.click();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

const QrMark = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2v2M14 18v2h2M19 19h1v1" />
  </svg>
);

/**
 * The mask of a code, in an input of its own. It moves what stands right of the caret; the caret stays behind the same
 * letter.
 * @returns what becomes of the input's text
 */
function useMask(ref: React.RefObject<HTMLInputElement | null>, typed: string) {
  const caret = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: placed anew with each text
  useLayoutEffect(() => {
    const element = ref.current;
    if (caret.current === null || !element) return;
    let place = 0;
    for (let letters = 0; place < element.value.length && letters < caret.current; place += 1) {
      if (/[0-9A-Z]/i.test(element.value[place] ?? '')) letters += 1;
    }
    element.setSelectionRange(place, place);
    caret.current = null;
  }, [typed]);
  return (element: HTMLInputElement): string => {
    const masked = maskCode(element.value);
    const at = element.selectionStart ?? element.value.length;
    const before = (element.value.slice(0, at).match(/[0-9A-Z]/gi) ?? []).length;
    const added = /^svc/i.test(element.value) || !masked.startsWith('SVC-') ? 0 : 3;
    caret.current = at >= element.value.length ? null : before + added;
    if (masked !== element.value) element.value = masked;
    return masked;
  };
}

/** The field of the code with its mask. */
export function CodeForm(
  props: Pick<Shared, 'busy' | 'onCode'> & {
    readonly typed: string;
    readonly onTyped: (text: string) => void;
    readonly inputRef?: React.RefObject<HTMLInputElement | null>;
    readonly button?: string;
  },
) {
  const { t } = usePage();
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const ref = props.inputRef ?? own;
  const [error, setError] = useState<string | null>(null);
  const masked = useMask(ref, props.typed);
  const change = (element: HTMLInputElement) => {
    setError(null);
    props.onTyped(masked(element));
  };
  const submit = () => {
    const read = readCode(props.typed);
    if ('code' in read) return props.onCode(read.code);
    focusAfter(
      () => setError(t.validar.codigo.issue(read.problem)),
      () => ref.current,
    );
  };
  return (
    <form
      className={`${styles.codeForm} field ${error ? 'wrong' : ''}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!props.busy) submit();
      }}
    >
      <label htmlFor={id}>{t.validar.codigo.titulo}</label>
      <p className="hint" id={`${id}-hint`}>
        {t.validar.codigo.hint}
      </p>
      <div className={styles.row}>
        <input
          ref={ref}
          id={id}
          type="text"
          className={styles.codeInput}
          value={props.typed}
          placeholder="SVC-XXXX-XXXX-XXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          onInput={(event) => change(event.currentTarget)}
        />
        <Button look="primary" type="submit" busy={props.busy}>
          {props.busy ? t.validar.consulting : (props.button ?? t.validar.codigo.button)}
        </Button>
      </div>
      {error && (
        <p className="error" id={`${id}-error`} role="alert">
          <Icon name="alert" /> {error}
        </p>
      )}
    </form>
  );
}

/** The file: choose it or drop it. What is said of privacy stands beside the button, not in a footnote. */
export function FileWay(
  props: Pick<Shared, 'reading' | 'onFile'> & {
    readonly pickerRef?: React.RefObject<HTMLInputElement | null>;
    readonly title?: string;
  },
) {
  const { t } = usePage();
  const own = useRef<HTMLInputElement>(null);
  const ref = props.pickerRef ?? own;
  const { busy, remark } = props.reading;
  // Nothing is dragged with a finger.
  const touch = useMedia('(pointer: coarse)');
  const texts = t.validar.arquivo;
  const remarkRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (remark) remarkRef.current?.scrollIntoView({ block: 'nearest' });
  }, [remark]);
  return (
    <>
      <span className={partStyles.badge}>
        <Icon name="file" />
      </span>
      <h2 id="file-title">{props.title ?? texts.titulo}</h2>
      <p>{touch ? texts.touchText : texts.texto}</p>
      <input
        ref={ref}
        hidden
        type="file"
        accept="application/pdf,.pdf"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file may be chosen again after it was changed.
          event.currentTarget.value = '';
          props.onFile(files);
        }}
      />
      <Button busy={busy !== null} onClick={() => ref.current?.click()}>
        {texts.button}
      </Button>
      {busy !== null && (
        <p className="hint" role="status">
          {texts.computing(busy)}
        </p>
      )}
      {remark !== null && (
        <p className="error" role="alert" ref={remarkRef}>
          <Icon name="alert" /> {remark}
        </p>
      )}
      <p className={styles.private}>
        <Icon name="lock" /> {texts.privacy}
      </p>
    </>
  );
}
