import type { Modelo } from '@rubrica/contract';
import { tell } from '../../api/errors.ts';
import { useEditor } from '../../editor/texts/area.ts';
import { useBase } from '../../texts/base.ts';
import { useModelos, useSpreadsheetTexts } from '../../texts/modelos.ts';
import { kindOf } from '../variable.ts';
import { isClash } from './calls.ts';
import type { Line, LineIssue } from './lines.ts';
import type { Outcome } from './round.ts';
import { labelsOf } from './targets.ts';

/** What is wrong with lines, in words: before anything was asked, and after the service answered. */
export function useIssues(modelo: Modelo) {
  const base = useBase();
  const texts = useModelos();
  const { check: t, round } = useSpreadsheetTexts();
  const editor = useEditor();
  const roles = labelsOf(modelo);
  const issue = (one: LineIssue): string => {
    switch (one.de) {
      case 'leitura':
        return one.why === 'quotes' ? t.quotes : t.columns(one.columns, one.expectedOnes);
      case 'repeated':
        return t.repeated(one.line);
      case 'entrega':
        return t.entrega(roles.get(one.papelId) ?? '');
      case 'titulo':
        return t.longTitle;
      case 'variable':
        return one.why === 'blank' ? t.blankVariable(one.nome) : t.longVariable(one.nome);
      case 'person':
        return `${roles.get(one.papelId) ?? ''}: ${editor.issue(one.why, one.dado)}`;
    }
  };
  /** Why the service would not. */
  const doServico = (erro: unknown): string => {
    const { mensagem, erros } = tell(erro, base.erros);
    if (erros.length === 0) return mensagem;
    return erros.map(({ campo, mensagem: said }) => `${placeOf(campo, modelo, roles)}${said}`).join(' ');
  };
  return {
    ofLine: ({ issues }: Line): readonly string[] => issues.map(issue),
    doubts: ({ doubts }: Line): readonly string[] =>
      doubts.map((nome) => t.doubtfulVariable(nome, texts.doubt[kindOf(nome)])),
    doServico,
    /** Why a line did not come to what was wanted; null where it did. */
    ofOutcome(resultado: Outcome): string | null {
      if (resultado.estado === 'excluido') return round.deletedLater;
      if (!('erro' in resultado)) return null;
      const clash = resultado.estado === 'recusado' && isClash(resultado.erro);
      return clash ? round.onceMore : doServico(resultado.erro);
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
