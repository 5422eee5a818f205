import { Link } from 'react-router';
import styles from './title-link.module.css';

/** The title of a document, an envelope or a template in a list, which leads to it; two lines of what may be many. */
export function TitleLink({ to, title }: { readonly to: string; readonly title: string }) {
  return (
    <Link to={to} className={styles.link} dir="auto">
      {title}
    </Link>
  );
}
