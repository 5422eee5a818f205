import { type ChangeEvent, useRef, useState } from 'react';
import { focusAfter } from '../../kit/focus.ts';
import { ofField, type Told, tell } from '../api/errors.ts';
import { useBase } from '../texts/base.ts';

/** Values of a form, its problems, and one act at a time. */
export interface Form<V> {
  readonly values: V;
  /** Gives a value, or makes it of the one there is by then: what a part of it becomes is no reason to lose the rest. */
  readonly set: <K extends keyof V>(name: K, value: V[K] | ((now: V[K]) => V[K])) => void;
  /** The problem of a field: ours before sending, the service's after. @param path the field's place in the request */
  readonly problem: (name: keyof V & string, path?: string) => string | null;
  /** What the input of a text has: the text, what typing makes of it, and its problem. */
  readonly text: (
    name: keyof V & string,
    how?: TextOptions,
  ) => {
    readonly value: string;
    readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
    readonly error: string | null;
  };
  /** What is wrong with the whole, where no field is to blame. */
  readonly fault: string | null;
  readonly busy: boolean;
  /** Checks, then acts; what the service refuses is shown in its place. @returns whether it was done */
  readonly submit: (event: { preventDefault(): void } | null, act: () => Promise<void>) => Promise<boolean>;
}

export interface TextOptions {
  /** The field's place in the request, where it is not its name. */
  readonly path?: string;
  /** What becomes of what is typed. */
  readonly mask?: (text: string) => string;
}

export type Checks<V> = Partial<Record<keyof V & string, (value: string, values: V) => string | null>>;

/**
 * State of a form. The checks run when it is sent; a field's problem goes as soon as the field changes, and the first
 * wrong field gets the focus.
 */
export function useForm<V extends object>(initial: V, checks: Checks<V>): Form<V> {
  const t = useBase();
  const [values, setValues] = useState(initial);
  const [own, setOwn] = useState<Partial<Record<string, string>>>({});
  const [told, setTold] = useState<Told | null>(null);
  const [busy, setBusy] = useState(false);
  // A problem is the whole form's only where no field shows it; the previous rendering says which fields there are.
  const asked = useRef(new Set<string>());
  const onPage = asked.current;
  const asking = new Set<string>();
  asked.current = asking;

  const set: Form<V>['set'] = (name, value) => {
    setValues((before) => ({ ...before, [name]: isMaker(value) ? value(before[name]) : value }));
    setOwn(({ [name as string]: _gone, ...rest }) => rest);
    setTold(null);
  };
  const problem: Form<V>['problem'] = (name, path = name) => {
    asking.add(path);
    return own[name] ?? ofField(told, path);
  };
  const text: Form<V>['text'] = (name, { path = name, mask = (typed: string) => typed } = {}) => ({
    value: String(values[name]),
    onChange: (event) => set(name, mask(event.currentTarget.value) as V[typeof name]),
    error: problem(name, path),
  });
  const submit: Form<V>['submit'] = async (event, act) => {
    event?.preventDefault();
    if (busy) return false;
    const wrong: Record<string, string> = {};
    for (const [name, check] of Object.entries(checks) as [string, (value: string, values: V) => string | null][]) {
      const message = check(String(values[name as keyof V] ?? ''), values);
      if (message) wrong[name] = message;
    }
    const show = () => {
      setOwn(wrong);
      setTold(null);
    };
    if (Object.keys(wrong).length > 0) {
      focusAfter(show, firstProblem);
      return false;
    }
    show();
    setBusy(true);
    try {
      await act();
      return true;
    } catch (error) {
      const show = () => {
        setTold(tell(error, t.erros));
        setBusy(false);
      };
      focusAfter(show, firstProblem);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const loose = told?.erros.filter(({ campo }) => !onPage.has(campo)) ?? [];
  const fault = told && (told.erros.length === 0 || loose.length > 0) ? sentenceOf(told, loose) : null;
  return { values, set, problem, text, fault, busy, submit };
}

const sentenceOf = (told: Told, loose: Told['erros']) =>
  told.erros.length === 0 ? told.mensagem : loose.map(({ mensagem }) => mensagem).join(' ');

/** The first wrong field of the page. */
export const firstProblem = () => document.querySelector<HTMLElement>('[aria-invalid="true"]');

/** No form holds functions for values. */
const isMaker = <T>(value: T | ((now: T) => T)): value is (now: T) => T => typeof value === 'function';
