import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ROOT_OF } from '../ambiente.ts';
import { usePanel } from '../contexto.tsx';
import { Carregando } from '../partes/estados.tsx';
import { goTo } from './voltar.ts';

/** `/painel`: on to where one came from (`?voltar=`, as the OAuth consent page asks for), else to the documents. */
export function Inicio() {
  const panel = usePanel();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  useEffect(() => {
    const voltar = query.get('voltar');
    if (panel.session.read() && !voltar) {
      void navigate('/documentos', { replace: true });
      return;
    }
    // Who was sent here has no living session, whatever this browser remembers: the login finds out.
    if (voltar) void navigate(`/entrar?${new URLSearchParams({ voltar })}`, { replace: true });
    else goTo(null, ROOT_OF[panel.ambiente], navigate);
  }, [panel, navigate, query]);
  return <Carregando />;
}
