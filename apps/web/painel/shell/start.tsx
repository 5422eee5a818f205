import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { usePanel } from '../context.tsx';
import { ROOT_OF } from '../environment.ts';
import { Loading } from '../parts/states.tsx';
import { goTo } from './back.ts';

/** `/painel`: on to where one came from (`?voltar=`, as the OAuth consent page asks for), else to the beginning. */
export function Start() {
  const panel = usePanel();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  useEffect(() => {
    const back = query.get('voltar');
    if (panel.session.read() && !back) {
      void navigate('/inicio', { replace: true });
      return;
    }
    // Who was sent here has no living session, whatever this browser remembers: the login finds out.
    if (back) void navigate(`/entrar?${new URLSearchParams({ voltar: back })}`, { replace: true });
    else goTo(null, ROOT_OF[panel.ambiente], navigate);
  }, [panel, navigate, query]);
  return <Loading />;
}
