import type { Modelo } from '@rubrica/contract';
import { tell } from '../../api/erros.ts';
import { useEditor } from '../../editor/textos/area.ts';
import { useBase } from '../../textos/base.ts';
import { useModelos, usePlanilha } from '../../textos/modelos.ts';
import { especieDe } from '../variavel.ts';
import { isClash } from './chamadas.ts';
import { rotulosDe } from './destinos.ts';
import type { Linha, ProblemaDaLinha } from './linhas.ts';
import type { Resultado } from './rodada.ts';

/** What is wrong with lines, in words: before anything was asked, and after the service answered. */
export function useProblemas(modelo: Modelo) {
  const base = useBase();
  const texts = useModelos();
  const { conferir: t, rodada } = usePlanilha();
  const editor = useEditor();
  const roles = rotulosDe(modelo);
  const problema = (one: ProblemaDaLinha): string => {
    switch (one.de) {
      case 'leitura':
        return one.por === 'aspas' ? t.aspas : t.colunas(one.colunas, one.esperadas);
      case 'repetida':
        return t.repetida(one.linha);
      case 'entrega':
        return t.entrega(roles.get(one.papelId) ?? '');
      case 'titulo':
        return t.tituloLongo;
      case 'variavel':
        return one.por === 'vazia' ? t.variavelVazia(one.nome) : t.variavelLonga(one.nome);
      case 'pessoa':
        return `${roles.get(one.papelId) ?? ''}: ${editor.problema(one.por, one.dado)}`;
    }
  };
  /** Why the service would not. */
  const doServico = (erro: unknown): string => {
    const { mensagem, erros } = tell(erro, base.erros);
    if (erros.length === 0) return mensagem;
    return erros.map(({ campo, mensagem: said }) => `${placeOf(campo, modelo, roles)}${said}`).join(' ');
  };
  return {
    daLinha: ({ problemas }: Linha): readonly string[] => problemas.map(problema),
    duvidas: ({ duvidas }: Linha): readonly string[] =>
      duvidas.map((nome) => t.variavelDuvidosa(nome, texts.duvida[especieDe(nome)])),
    doServico,
    /** Why a line did not come to what was wanted; null where it did. */
    doResultado(resultado: Resultado): string | null {
      if (resultado.estado === 'excluido') return rodada.excluidoDepois;
      if (!('erro' in resultado)) return null;
      const clash = resultado.estado === 'recusado' && isClash(resultado.erro);
      return clash ? rodada.outraVez : doServico(resultado.erro);
    },
  };
}

/** `papeis[0].email` as the role, `variaveis.valor` as the variable; nothing for what speaks for itself. */
function placeOf(campo: string, modelo: Modelo, roles: ReadonlyMap<string, string>): string {
  const variable = /^variaveis\.(.+)$/.exec(campo)?.[1];
  const role = /^papeis\[(\d+)\]/.exec(campo)?.[1];
  const name = variable ?? roles.get(modelo.papeis[Number(role)]?.id ?? '');
  return name ? `${name}: ` : '';
}
