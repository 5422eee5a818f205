import { type ReactNode, useEffect, useState } from 'react';

/** What is drawn only once it has been there for some milliseconds: pages that rush by are not. */
export function Rested({ ms, children }: { readonly ms: number; readonly children: ReactNode }) {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return rested ? children : null;
}
