import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../kit/parts.tsx';
import { usePage } from '../context.tsx';
import { isSpared } from '../line.ts';
import { type Preview, previewOf } from '../preview.ts';
import styles from './first-page.module.css';

/**
 * The picture of a document's first page, as soon as the document may be read and its place is in sight. A sheet of the
 * same size is there until then, so that nothing moves; a sign alone where no picture is to come, because nobody has
 * proved who they are yet, or on a line that is to be spared.
 * @param signed of the file with everybody's signatures
 * @param large as wide as what it stands in
 */
export function FirstPage(props: {
  readonly documentoId: string;
  readonly signed?: boolean;
  readonly large?: boolean;
}) {
  const { documentoId, signed = false, large = false } = props;
  const { road, state, t } = usePage();
  const allowed = (state.session?.autenticado ?? false) && !isSpared();
  const sheet = useRef<HTMLSpanElement>(null);
  const [preview, setPreview] = useState<Preview | null | undefined>();
  useEffect(() => {
    const { current } = sheet;
    if (!allowed || !current) return;
    let left = false;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void previewOf(road, documentoId, signed).then((found) => !left && setPreview(found));
    });
    observer.observe(current);
    return () => {
      left = true;
      observer.disconnect();
    };
  }, [road, documentoId, signed, allowed]);
  if (!allowed || (large && preview === null)) return large ? null : <Icon name="file" />;
  return (
    <span ref={sheet} className={large ? `${styles.sheet} ${styles.large}` : styles.sheet} data-first-page>
      {preview ? (
        <img src={preview.url} alt={signed ? t.assinado.firstPage : t.reader.preview} />
      ) : (
        <Icon name="file" />
      )}
    </span>
  );
}
