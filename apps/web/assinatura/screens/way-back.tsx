import { useEffect, useState } from 'react';
import { Button } from '../../kit/parts.tsx';
import { usePage } from '../context.tsx';
import partStyles from './parts.module.css';

/** Long enough to read what the page says, and to stay. */
const RETURNS_AFTER_S = 10;

/** The address to return to with how it ended; inside another page that one is told by itself. */
function addressOf(urlRetorno: string, rubrica: 'assinado' | 'recusado', documentoId: string | undefined): URL {
  const url = new URL(urlRetorno);
  url.searchParams.set('rubrica', rubrica);
  if (documentoId) url.searchParams.set('documentoId', documentoId);
  return url;
}

/**
 * The way back to where the person came from, which the page takes by itself where it was just finished, unless the person
 * stays: whoever wants to keep a file needs time. Inside another page only the person may leave that.
 */
export default function WayBack({ urlRetorno, now }: { readonly urlRetorno: string; readonly now: boolean }) {
  const { road, state, t } = usePage();
  const [left, setLeft] = useState(now && !road.door ? RETURNS_AFTER_S : null);
  const ending = state.screen === 'recusado' ? 'recusado' : 'assinado';
  const url = addressOf(urlRetorno, ending, road.concluded[0]);
  const { href } = url;
  useEffect(() => {
    if (left === null) return;
    if (left === 0) return location.assign(href);
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, href]);
  return (
    <>
      <p className={partStyles.actions}>
        <a className="button primary" href={href} target={road.door ? '_top' : '_self'} rel="noreferrer">
          {t.goBack.to(url.host)}
        </a>
        {left !== null && <Button onClick={() => setLeft(null)}>{t.goBack.stay}</Button>}
      </p>
      {left !== null && <p className="hint">{t.goBack.soon(left)}</p>}
    </>
  );
}
