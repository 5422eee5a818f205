import { useEffect, useState } from 'react';
import { Icon } from '../../kit/parts.tsx';
import { usePage } from '../context.tsx';
import { isSpared } from '../prefetch.ts';
import { type Preview, previewOf } from '../preview.ts';
import styles from './first-page.module.css';

/**
 * The picture of a document's first page, as soon as the document may be read; a sign in its place until
 * then, and on a line that is to be spared.
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
  const [preview, setPreview] = useState<Preview | null>(null);
  useEffect(() => {
    let left = false;
    if (allowed) void previewOf(road, documentoId, signed).then((found) => !left && setPreview(found));
    return () => {
      left = true;
    };
  }, [road, documentoId, signed, allowed]);
  if (!preview) return large ? null : <Icon name="file" />;
  const { width, height } = preview.geometry;
  return (
    <img
      className={large ? `${styles.page} ${styles.large}` : styles.page}
      src={preview.url}
      width={Math.round(width)}
      height={Math.round(height)}
      alt={signed ? t.assinado.firstPage : ''}
    />
  );
}
