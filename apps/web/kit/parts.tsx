import type { ButtonHTMLAttributes, InputHTMLAttributes, ReactNode } from 'react';
import { useId } from 'react';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly busy?: boolean;
};

/** A button. While `busy` it keeps the focus and its place, and does nothing. */
export function Button({ look = 'plain', busy = false, children, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`button ${look} ${rest.className ?? ''}`}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> & {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  /** Whether the error is read out at once, for an input that has the focus when it comes. */
  readonly loud?: boolean;
  readonly onValue: (value: string) => void;
};

/** A labelled input with its hint and its error tied to it. */
export function TextField({ label, hint, error, loud = false, onValue, ...rest }: FieldProps) {
  const own = useId();
  const id = rest.id ?? own;
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={`field ${error ? 'wrong' : ''}`}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      {error && (
        <p className="error" id={`${id}-error`} role={loud ? 'alert' : undefined}>
          <Icon name="alert" /> {error}
        </p>
      )}
    </div>
  );
}

const PATHS = {
  check: 'M4 12.5l5 5L20 6.5',
  alert: 'M12 8v5m0 3.5v.01M12 3l9.5 17h-19z',
  clock: 'M12 7v5l3.5 2M12 3a9 9 0 100 18 9 9 0 000-18z',
  lock: 'M7 11V8a5 5 0 0110 0v3m-11 0h12v9H6z',
  offline: 'M3 3l18 18M5 12a10 10 0 015-2.6m4 .1A10 10 0 0119 12M8.5 15.5a5 5 0 017 0M12 19v.01',
  file: 'M7 3h7l4 4v14H7zM14 3v4h4',
  pen: 'M4 20l4-1L19 8l-3-3L5 16zM14 7l3 3',
  shield: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.500-1-8-4-8-9V6z',
  back: 'M15 5l-7 7 7 7',
  phone: 'M8 3h8v18H8zM11 18h2',
  down: 'M12 4v11m-5-5l5 5 5-5M5 20h14',
  text: 'M5 6h14M5 10h14M5 14h14M5 18h8',
  refuse: 'M6 6l12 12M18 6L6 18',
  more: 'M5 12v.01M12 12v.01M19 12v.01',
  talk: 'M4 5h16v11h-9l-4 4v-4H4z',
  link: 'M10 14a4 4 0 006 0l3-3a4 4 0 00-6-6l-1 1m2 4a4 4 0 00-6 0l-3 3a4 4 0 006 6l1-1',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** A boxed remark. `alert` is read out at once. */
export function Notice(props: {
  readonly tone: 'info' | 'warn' | 'danger' | 'ok';
  readonly icon?: IconName;
  readonly alert?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={`notice ${props.tone}`} role={props.alert ? 'alert' : undefined}>
      {props.icon && <Icon name={props.icon} />}
      <div>{props.children}</div>
    </div>
  );
}
