import { Notice } from '../../kit/parts.tsx';
import { useRoad } from '../contexto.tsx';
import type { Documento } from '../etapas.ts';

/** What a file brings that its pages do not show, said before it is read. */
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
            {t.conteudo.tipos[tipo] && `${t.conteudo.tipos[tipo]}. `}
            <span lang="pt-BR" dir="auto">
              {descricao}
            </span>
            {paginas.length > 0 && ` ${t.conteudo.paginas(paginas)}.`}
          </li>
        ))}
      </ul>
      <p>{t.conteudo.explica}</p>
    </Notice>
  );
}
