import { useEffect, useRef, useState } from 'react';
import { usePanel } from '../context.tsx';
import { Icon } from './icon.tsx';
import styles from './page-picture.module.css';
import { awaitTurn } from './turns.ts';

interface PictureOf {
  /** `/documentos/{documentoId}` or `/modelos/{modeloId}` */
  readonly of: string;
  /** Counted from 1. */
  readonly page: number;
  /** One of the widths the service draws. */
  readonly width: 160 | 320 | 640 | 1280;
  /** When what is shown last changed, RFC 3339; null for what never does. */
  readonly changed: string | null;
}

/** So many neighbours of a width are drawn like it. */
const NEIGHBOURS = 40;

/**
 * Path and query of a picture below the API's root. The service raises a width to the next it draws; a browser keeps
 * pictures by their address, so the width asked for changes with what is shown.
 */
export function pictureAddress({ of, page, width, changed }: PictureOf): string {
  const state = changed === null ? 0 : Math.floor(Date.parse(changed) / 1000) % NEIGHBOURS;
  return `${of}/paginas/${page}/imagem?largura=${width - state}`;
}

/**
 * A page, fetched when it comes into sight, two at a time; until then, and where there is no picture, a blank sheet.
 * @param props.label what it shows, for who does not see it; '' where the text beside it says so
 */
export function PagePicture(
  props: PictureOf & {
    readonly label: string;
    readonly className?: string | undefined;
    /** Told the size of the picture in pixels. */
    readonly onSize?: (width: number, height: number) => void;
    readonly onFailure?: () => void;
  },
) {
  const { basePath } = usePanel();
  const address = pictureAddress(props);
  const box = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<'away' | 'coming' | 'there' | 'none'>('away');
  const release = useRef<() => void>(undefined);
  // Another address is another picture.
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins anew with the address
  useEffect(() => {
    setState('away');
    const { current } = box;
    if (!current) return;
    const leaving = new AbortController();
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void awaitTurn(leaving.signal).then((done) => {
        release.current = done;
        if (leaving.signal.aborted) done();
        else setState('coming');
      });
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      leaving.abort();
      release.current?.();
    };
  }, [address]);
  const settle = (next: 'there' | 'none') => {
    release.current?.();
    setState(next);
    if (next === 'none') props.onFailure?.();
  };
  return (
    <span ref={box} className={`${styles.sheet} ${props.className ?? ''}`} data-picture={state}>
      {state === 'none' && <Icon name="documento" />}
      {(state === 'coming' || state === 'there') && (
        <img
          className={styles.picture}
          src={basePath + address}
          alt={props.label}
          decoding="async"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            props.onSize?.(naturalWidth, naturalHeight);
            settle('there');
          }}
          onError={() => settle('none')}
        />
      )}
    </span>
  );
}

/**
 * The first page beside a title in a list, which says what it is.
 * @param props.of null where there is no page yet: an empty sheet then, in the same place
 */
export function Thumbnail({ of, changed }: { readonly of: string | null; readonly changed: string | null }) {
  return (
    <span className={styles.beside} aria-hidden="true">
      {of === null ? (
        <span className={`${styles.sheet} ${styles.thumbnail}`}>
          <Icon name="documento" />
        </span>
      ) : (
        <PagePicture of={of} page={1} width={160} changed={changed} label="" className={styles.thumbnail} />
      )}
    </span>
  );
}
