import { useIsFetching } from '@tanstack/react-query';
import { useNavigation } from 'react-router';
import styles from './progress.module.css';

/** A line along the top while a screen, or the first it shows, is on its way; seen only where that takes long enough. */
export function Progress() {
  const onTheWay = useNavigation().state !== 'idle';
  const reading = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  return <div className={styles.line} aria-hidden="true" data-progress={onTheWay || reading ? 'busy' : 'idle'} />;
}
