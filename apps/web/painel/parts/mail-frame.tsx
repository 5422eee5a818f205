import { useMemo } from 'react';
import { documentOf } from '../integration/shape.ts';
import styles from './mail-frame.module.css';

/**
 * A message's HTML in an origin of its own, without scripts, forms or plugins.
 * @param props.links whether its links lead out, each into a new tab; else they do nothing
 */
export function MailFrame(props: { readonly html: string; readonly titulo: string; readonly links: boolean }) {
  const { html, titulo, links } = props;
  const source = useMemo(() => {
    const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
    return documentOf(html, nonce);
  }, [html]);
  return (
    <iframe
      className={styles.frame}
      title={titulo}
      sandbox={links ? 'allow-popups allow-popups-to-escape-sandbox' : ''}
      referrerPolicy="no-referrer"
      srcDoc={source}
    />
  );
}
