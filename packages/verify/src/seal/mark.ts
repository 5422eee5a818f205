import type { Evidence } from '../package/read.ts';
import { isName } from '../pdf/same.ts';
import { type Dict, Name, Ref, Text } from '../pdf/values.ts';
import { ensure, type Findings } from '../report.ts';
import { catalogOf, type Located, resolveIn } from './locate.ts';

/** What a seal states about itself: the dictionary /Rubrica among its signed bytes (ADR 0033). */

export type File = 'ASSINADO' | 'CERTIFICADO';

const KINDS = { ASSINADO: 'Documento', CERTIFICADO: 'Certificado' } as const;
const ENVIRONMENTS = { PRODUCAO: 'Producao', TESTE: 'Teste' } as const;

/** The dictionary, or undefined for a seal of the old form. @throws Unreadable if it is not in the signature itself */
export function markOf({ dict }: Located): Dict | undefined {
  const mark = dict.get('Rubrica');
  ensure(mark === undefined || mark instanceof Map, 'o que o selo diz de si não está nele mesmo');
  return mark;
}

const textOf = (mark: Dict, key: string): string | undefined => {
  const value = mark.get(key);
  return value instanceof Text ? String(value) : undefined;
};

/** Compares what a seal states about itself with the package, with one finding per check. */
export async function checkMark(file: File, mark: Dict, evidence: Evidence, findings: Findings): Promise<void> {
  const { conteudo, registro } = evidence;
  const name = file === 'ASSINADO' ? 'O selo do arquivo assinado' : 'O selo do certificado de conclusão';
  const check = (code: string, claim: string, run: () => string) =>
    findings.check(`SELO_${file}.${code}`, `${name} ${claim}`, run);

  await check('TIPO', `diz que é de ${file === 'ASSINADO' ? 'um documento' : 'um certificado'}`, () => {
    ensure(mark.get('Versao') === 1, 'o selo é de uma forma que este programa não conhece');
    ensure(isName(mark, 'Tipo', KINDS[file]), `o selo diz que é de outra coisa: ${nameOf(mark, 'Tipo')}`);
    return KINDS[file];
  });
  await check('AMBIENTE', 'diz o mesmo ambiente que o pacote', () => {
    ensure(
      isName(mark, 'Ambiente', ENVIRONMENTS[conteudo.ambiente]),
      `o selo é do ambiente ${nameOf(mark, 'Ambiente')}`,
    );
    return ENVIRONMENTS[conteudo.ambiente];
  });
  await check('CODIGO', 'diz o mesmo código de validação', () => {
    ensure(textOf(mark, 'Codigo') === conteudo.codigoValidacao, `o selo é do documento ${textOf(mark, 'Codigo')}`);
    return conteudo.codigoValidacao;
  });
  await check('ORIGINAL', 'diz o mesmo arquivo original', () => {
    ensure(textOf(mark, 'Original') === conteudo.hashes.original, 'o selo é de outro arquivo original');
    return conteudo.hashes.original;
  });
  await check('ELO', 'guarda o elo da trilha em que foi posto', () => {
    const { eventos } = conteudo;
    const end = eventos.findIndex(({ acao }) => acao === 'DOCUMENTO_CONCLUIDO');
    const count = file === 'ASSINADO' ? end : eventos.length;
    const link = eventos[count - 1]?.hash;
    ensure(link && textOf(mark, 'Elo') === link, 'a trilha não é a que existia quando o selo foi posto');
    ensure(mark.get('Sequencia') === count, 'a trilha não tinha tantos eventos quando o selo foi posto');
    return `evento ${count}, ${link}`;
  });
  if (file === 'ASSINADO') return;
  await check('CERTIFICADO', 'diz o mesmo certificado e versão', () => {
    ensure(textOf(mark, 'Certificado') === registro.codigo, `o selo é do certificado ${textOf(mark, 'Certificado')}`);
    ensure(mark.get('VersaoCertificado') === registro.versao, 'o selo é de outra versão do certificado');
    return `${registro.codigo}, versão ${registro.versao}`;
  });
  await check('ASSINADO', 'diz o mesmo arquivo assinado', () => {
    ensure(textOf(mark, 'Assinado') === conteudo.hashes.assinado, 'o selo é do certificado de outro arquivo assinado');
    return conteudo.hashes.assinado;
  });
}

const nameOf = (mark: Dict, key: string): string => {
  const value = mark.get(key);
  return value instanceof Name ? value.name : '(nenhum)';
};

/** Whether the seal forbids every change after it (DocMDP, P=1, ISO 32000-2 clause 12.8.2.2). @throws Unreadable */
export function checkCertified({ dict, num, revision }: Located): string {
  const { objects } = revision;
  const list = resolveIn(objects, dict.get('Reference'));
  const [reference, ...more] = Array.isArray(list) ? list : [];
  const about = resolveIn(objects, reference);
  const parameters = about instanceof Map ? resolveIn(objects, about.get('TransformParams')) : undefined;
  const fixed =
    more.length === 0 &&
    about instanceof Map &&
    isName(about, 'TransformMethod', 'DocMDP') &&
    parameters instanceof Map &&
    parameters.get('P') === 1;
  ensure(fixed, 'o selo não proíbe mudanças');
  const permissions = resolveIn(objects, catalogOf(revision)?.get('Perms'));
  ensure(permissions instanceof Map, 'o arquivo não traz a proibição de mudanças');
  const holder = permissions.get('DocMDP');
  ensure(
    holder instanceof Ref && holder.num === num && permissions.size === 1,
    'a proibição de mudanças é de outro selo',
  );
  return 'nenhuma mudança permitida (DocMDP, P=1)';
}
