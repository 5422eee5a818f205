'use client';

import { type CSSProperties, createElement, type ReactElement, useEffect, useRef } from 'react';
import type { RubricaAssinatura as Embedded, RubricaEventos } from './index.ts';
import './index.ts';

type Handler<E extends keyof RubricaEventos> = (dados: RubricaEventos[E]) => void;

/** What `RubricaAssinatura` may be told of, by the event of the element. */
const HANDLERS = {
  pronto: 'aoFicarPronto',
  visualizado: 'aoVisualizar',
  assinado: 'aoAssinar',
  recusado: 'aoRecusar',
  erro: 'aoErrar',
  altura: 'aoMudarAltura',
} as const satisfies Record<keyof RubricaEventos, string>;

export type RubricaAssinaturaProps = {
  [E in keyof RubricaEventos as (typeof HANDLERS)[E]]?: Handler<E> | undefined;
} & {
  /** The address that the service gave for this person. Nothing is shown as long as there is none. */
  link?: string | null | undefined;
  /** What a screen reader calls the frame. */
  titulo?: string | undefined;
  /** Whether the element is as high as the page in it wants to be. */
  alturaAutomatica?: boolean | undefined;
  className?: string | undefined;
  style?: CSSProperties | undefined;
};

/** `<rubrica-assinatura>` as a component. Handlers may be other functions at every rendering: the frame stays as it is. */
export function RubricaAssinatura(props: RubricaAssinaturaProps): ReactElement {
  const { link, titulo, alturaAutomatica, className, style } = props;
  const element = useRef<Embedded>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const shown = element.current;
    const events = Object.keys(HANDLERS) as (keyof RubricaEventos)[];
    const call = ({ type, detail }: CustomEvent) =>
      (latest.current[HANDLERS[type as keyof RubricaEventos]] as ((dados: unknown) => void) | undefined)?.(detail);
    for (const event of events) shown?.addEventListener(event, call);
    return () => {
      for (const event of events) shown?.removeEventListener(event, call);
    };
  }, []);
  // Not an attribute of what is rendered: the frame of a page that came from a server would begin before anybody listens.
  useEffect(() => {
    if (element.current) element.current.link = link;
  }, [link]);
  return createElement('rubrica-assinatura', {
    ref: element,
    titulo,
    altura: alturaAutomatica ? 'auto' : undefined,
    // React 18 knows elements of others by `class` only.
    class: className,
    style,
  });
}
