import { useLayoutEffect, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import styles from './drop.module.css';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Files may be dropped anywhere on the page while this is shown. @param props.texto what dropping does */
export function Drop(props: { readonly onFiles: (files: readonly File[]) => void; readonly texto: string }) {
  const { onFiles, texto } = props;
  const [over, setOver] = useState(false);
  // As soon as the page shows it: what is dropped on a page that takes no drops takes its place.
  useLayoutEffect(() => {
    // Entering a child leaves its parent: only when every entry has been left is the file gone.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const allow = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) onFiles(files);
    };
    addEventListener('dragenter', enter);
    addEventListener('dragleave', leave);
    addEventListener('dragover', allow);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragenter', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('dragover', allow);
      removeEventListener('drop', drop);
    };
  }, [onFiles]);
  if (!over) return null;
  return (
    <div className={styles.zone} aria-hidden="true">
      <Icon name="goUp" size={40} />
      <p>{texto}</p>
    </div>
  );
}
