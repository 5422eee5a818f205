import { useLayoutEffect, useState } from 'react';
import styles from './cut.module.css';
import { Button } from './parts.tsx';

/**
 * Text of any length in at most four lines, until the rest is asked for. It is cut by style alone: a screen reader, a
 * search in the page and print have all of it. `long` says whether anything is out of sight, or would be.
 */
export function useCut(text: string) {
  const [element, ref] = useState<HTMLElement | null>(null);
  const [long, setLong] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  const whole = shown === text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is measured anew
  useLayoutEffect(() => {
    if (!element || whole) return;
    const measure = () => setLong(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, text, whole]);
  return {
    ref,
    className: whole ? `${styles.cut} ${styles.whole}` : styles.cut,
    long,
    whole,
    toggle: () => setShown(whole ? null : text),
  };
}

/** Such a text, and a button after it where it is long, which a screen finds by `data-rest` where it has to move it. */
export function Cut(props: {
  readonly as: 'h2' | 'p' | 'span' | 'strong';
  readonly className?: string;
  readonly text: string;
  readonly more: string;
  readonly less: string;
}) {
  const { as: Tag, className = '', text } = props;
  const cut = useCut(text);
  return (
    <>
      <Tag ref={cut.ref} className={`${className} ${cut.className}`}>
        {text}
      </Tag>
      {cut.long && (
        <Button look="quiet" className={styles.rest} data-rest onClick={cut.toggle}>
          {cut.whole ? props.less : props.more}
        </Button>
      )}
    </>
  );
}
