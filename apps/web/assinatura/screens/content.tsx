import { Notice } from '../../kit/parts.tsx';
import { useRoad } from '../context.tsx';
import type { Documento } from '../steps.ts';

/** What a file contains beyond its visible pages, shown before it is read. */
export function Content({ documento }: { readonly documento: Documento }) {
  const { t } = useRoad();
  if (documento.conteudoAtivo.length === 0) return null;
  return (
    <Notice tone="warn" icon="alert">
      <p>
        <strong>{t.conteudo.titulo}</strong>
      </p>
      <ul>
        {documento.conteudoAtivo.map(({ tipo, descricao, paginas }) => (
          <li key={`${tipo} ${descricao}`}>
            {t.conteudo.types[tipo] && `${t.conteudo.types[tipo]}. `}
            <span lang="pt-BR" dir="auto">
              {descricao}
            </span>
            {paginas.length > 0 && ` ${t.conteudo.paginas(paginas)}.`}
          </li>
        ))}
      </ul>
      <p>{t.conteudo.explains}</p>
    </Notice>
  );
}
