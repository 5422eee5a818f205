import type { ReactNode } from 'react';
import { useId, useLayoutEffect, useRef } from 'react';
import { Icon } from './parts.tsx';

/** A modal dialog: the browser keeps the focus inside, closes it on Escape and gives the focus back. */
export function Dialog(props: {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  /** At the foot of a phone's screen, under what it is about. */
  readonly low?: boolean;
  readonly children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the next key: what is behind it is not to have that.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={`dialog ${props.wide ? 'wide' : ''} ${props.low ? 'low' : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      <header>
        <h2 id={id}>{props.title}</h2>
        <button type="button" className="close" aria-label={props.closeLabel} onClick={props.onClose}>
          <Icon name="refuse" />
        </button>
      </header>
      {props.children}
    </dialog>
  );
}
