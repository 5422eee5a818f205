import type { CampoModeloEntrada, PapelModeloEntrada } from '@rubrica/contract';
import { useNavigate } from 'react-router';
import url from '../../../../packages/pdf/samples/modelo-exemplo.pdf?url';
import { newId } from '../../kit/uuid.ts';
import { usePanel } from '../context.tsx';
import { useModelos } from '../texts/modelos.ts';
import { useModeloChanged } from './queries.ts';

/** Where the sample has its signature lines, in fractions of its page. */
const LINES = { pagina: 1, y: 0.58, largura: 0.34, altura: 0.065 } as const;
const LEFT = [0.1, 0.51] as const;

/** Makes a template of the sample that comes with the panel, roles and fields in their places, and opens it. */
export function useExampleModelo(): () => Promise<void> {
  const t = useModelos();
  const { client } = usePanel();
  const navigate = useNavigate();
  const hasChanged = useModeloChanged();
  return async () => {
    const answer = await fetch(url);
    if (!answer.ok) throw new TypeError(`the sample: ${answer.status}`);
    const papeis = t.list.exampleRoles.map(
      (rotulo, index): PapelModeloEntrada => ({ id: newId(), rotulo, funcao: 'ASSINAR', ordem: index + 1 }),
    );
    const campos = papeis.map(
      ({ id }, index): CampoModeloEntrada => ({
        tipo: 'ASSINATURA',
        ...LINES,
        x: LEFT[index] ?? 0,
        papelId: id ?? null,
      }),
    );
    const modelo = await client.criarModelo({
      arquivo: new Blob([await answer.blob()], { type: 'application/pdf' }),
      nomeArquivo: 'modelo-exemplo.pdf',
      dados: { nome: t.list.exampleName, papeis, campos },
    });
    hasChanged.modelo(modelo);
    await navigate(`/modelos/${modelo.id}`);
  };
}
