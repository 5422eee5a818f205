'use client';

import { type CSSProperties, createElement, type ReactElement, useEffect, useRef } from 'react';
import type { RubricaEditor as Editing, RubricaEventos, RubricaAssinatura as Signing } from './index.ts';
import './index.ts';

/** What the components may be told of, by the event of their element. */
const HANDLERS = {
  pronto: 'aoFicarPronto',
  visualizado: 'aoVisualizar',
  assinado: 'aoAssinar',
  recusado: 'aoRecusar',
  delegado: 'aoDelegar',
  salvo: 'aoSalvar',
  enviado: 'aoEnviar',
  erro: 'aoErrar',
  altura: 'aoMudarAltura',
} as const satisfies Record<keyof RubricaEventos, string>;

type Props<Told extends keyof RubricaEventos> = {
  [E in Told as (typeof HANDLERS)[E]]?: ((dados: RubricaEventos[E]) => void) | undefined;
} & {
  /** The address that the service gave. Nothing is shown as long as there is none. */
  link?: string | null | undefined;
  /** What a screen reader calls the frame. */
  titulo?: string | undefined;
  /** Whether the element is as high as the page in it wants to be. */
  alturaAutomatica?: boolean | undefined;
  className?: string | undefined;
  style?: CSSProperties | undefined;
};

export type RubricaAssinaturaProps = Props<Exclude<keyof RubricaEventos, 'salvo' | 'enviado'>>;
export type RubricaEditorProps = Props<
  Exclude<keyof RubricaEventos, 'visualizado' | 'assinado' | 'recusado' | 'delegado'>
>;

/** An element as a component. Handlers may be other functions at every rendering: the frame stays as it is. */
function useFrame(name: 'rubrica-assinatura' | 'rubrica-editor', props: Props<keyof RubricaEventos>): ReactElement {
  const { link, titulo, alturaAutomatica, className, style } = props;
  const element = useRef<Signing | Editing>(null);
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
  return createElement(name, {
    ref: element,
    titulo,
    altura: alturaAutomatica ? 'auto' : undefined,
    // React 18 knows elements of others by `class` only.
    class: className,
    style,
  });
}

/** `<rubrica-assinatura>` as a component. */
export const RubricaAssinatura = (props: RubricaAssinaturaProps): ReactElement => useFrame('rubrica-assinatura', props);

/** `<rubrica-editor>` as a component. */
export const RubricaEditor = (props: RubricaEditorProps): ReactElement => useFrame('rubrica-editor', props);
