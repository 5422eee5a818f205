import { EMAIL_VARIABLES, type Rule, rule } from '@rubrica/contract';
import type { FieldProblem } from '../../core/problem.ts';

/**
 * What a template may say. Its text goes out in the service's name to people who never heard of the organization, beside a
 * link they are meant to trust: so it is text alone, and the personal link the only one.
 */

const braced = (name: string) => `{{${name}}}`;
const ALL_VARIABLES = EMAIL_VARIABLES.map(braced).join(', ');
const EXAMPLE = braced(EMAIL_VARIABLES[0]);

/** What people call the variables; without accents, in lower case. */
const MEANT: Readonly<Record<string, (typeof EMAIL_VARIABLES)[number]>> = {
  ...Object.fromEntries(EMAIL_VARIABLES.map((name) => [name, name])),
  nome: 'signatario',
  pessoa: 'signatario',
  signer: 'signatario',
  empresa: 'organizacao',
  remetente: 'organizacao',
  organization: 'organizacao',
  documento: 'titulo',
  title: 'titulo',
  data: 'prazo',
  vencimento: 'prazo',
  deadline: 'prazo',
};

const TOKEN = /\{\{([^{}\n]*)\}\}/g;
const STRAY = /\{\{|\}\}/;
const TAG = /<\/?[a-z][\w-]*(\s[^<>]*)?\/?>|<!--|<!\w|&(#\d+|#x[\da-f]+|\w{2,8});/i;
/** A scheme, `www.`, or a host that mail programs make a link of by themselves; but no address of a mailbox. */
const LINK =
  /\b[a-z][a-z\d+.-]*:\/\/\S*|\b(?:javascript|mailto):\S+|\bwww\.\S+|(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}-]+\.)+(?:com|net|org|br|io|app|dev|co|me|ly|gl|info|biz|site|online|link|click|page|xyz|top|shop|store|pt|us|eu|gov|edu)(?:\/\S*|(?![\p{L}\p{N}@._-]))/iu;
/**
 * Control characters, and those that turn or hide what stands beside them: with them a text reads other than it is. Joiners
 * inside of emoji and scripts stay.
 */
const INVISIBLE =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/u;

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();

function variableProblem(token: string, linha: number): Rule | null {
  const name = token.slice(2, -2);
  if ((EMAIL_VARIABLES as readonly string[]).includes(name)) return null;
  const meant = MEANT[plain(name)];
  if (meant) return rule('emailVariableMeant', { linha, variavel: token, sugestao: braced(meant) });
  return rule('emailVariable', { linha, variavel: token, variaveis: ALL_VARIABLES });
}

/** What is wrong with a line, at most one problem of a kind. */
function lineProblems(line: string, linha: number): Rule[] {
  const [invisible] = INVISIBLE.exec(line) ?? [];
  const codigo = `U+${(invisible?.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  // Mail programs follow fullwidth and other forms of the same letters, too; a variable may be a part of an address.
  const text = line.replaceAll(TOKEN, 'x').normalize('NFKC');
  const [trecho] = LINK.exec(text) ?? [];
  const [markup] = TAG.exec(text) ?? [];
  return [
    ...(invisible === undefined ? [] : [rule('emailInvisible', { linha, codigo })]),
    ...[...line.matchAll(TOKEN)].flatMap(([token]) => variableProblem(token, linha) ?? []),
    ...(STRAY.test(line.replaceAll(TOKEN, '')) ? [rule('emailBraces', { linha, exemplo: EXAMPLE })] : []),
    ...(markup === undefined ? [] : [rule('emailMarkup', { linha, trecho: markup.slice(0, 60) })]),
    ...(trecho === undefined ? [] : [rule('emailLink', { linha, trecho: trecho.slice(0, 60) })]),
  ];
}

/** The text as it is kept: lines end alike, and nothing stands around it. */
export const cleanText = (text: string) => text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').trim();

/** Everything wrong with what is given of a template, each with its place. */
export function checkModeloEmail(given: {
  readonly nome?: string | undefined;
  readonly assunto?: string | undefined;
  readonly corpo?: string | undefined;
}): FieldProblem[] {
  const single = (campo: 'nome' | 'assunto', text = ''): FieldProblem[] => {
    if (/\n/.test(cleanText(text))) return [{ campo, ...rule('emailOneLine') }];
    const [invisible] = INVISIBLE.exec(cleanText(text)) ?? [];
    if (campo === 'assunto') return lineProblems(cleanText(text), 1).map((problem) => ({ campo, ...problem }));
    if (invisible === undefined) return [];
    return lineProblems(invisible, 1).map((problem) => ({ campo, ...problem }));
  };
  const lines = cleanText(given.corpo ?? '').split('\n');
  return [
    ...single('nome', given.nome),
    ...single('assunto', given.assunto),
    ...lines.flatMap((line, index) => lineProblems(line, index + 1)).map((problem) => ({ campo: 'corpo', ...problem })),
  ];
}
