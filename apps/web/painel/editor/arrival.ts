import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useEditing } from './context.tsx';

/** Leads to the problem that the address names by its path, `?problema=signatarios[0].email`, once. */
export function Arrival(): null {
  const { problems, lead } = useEditing();
  const [query, setQuery] = useSearchParams();
  const path = query.get('problema');
  const led = useRef(false);
  useEffect(() => {
    if (path === null || led.current) return;
    led.current = true;
    const found = problems.find((problem) => problem.path === path);
    setQuery({}, { replace: true });
    // What leads changes the page at once, which an effect may not.
    if (found) queueMicrotask(() => lead(found.spot));
  }, [path, problems, lead, setQuery]);
  return null;
}
