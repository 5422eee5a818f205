import { type CodigoErro, ERROR_CODES, type ErrorKey } from './errors.ts';
import { splitErrorKey } from './errors-of.ts';
import { type Rule, rule, sentenceOf } from './rules/index.ts';
import { OTHER_ID } from './schemas/example-values.ts';

/** One rule for each code, for its example. */
const RULE: Readonly<Record<CodigoErro, Rule>> = {
  NAO_AUTENTICADO: rule('apiKeyNeeded'),
  CREDENCIAL_INVALIDA: rule('credentialInvalid'),
  MFA_OBRIGATORIO: rule('codeToo'),
  SENHA_FRACA: rule('passwordWeak'),
  TOKEN_INVALIDO: rule('recoveryGone'),
  ESCOPO_INSUFICIENTE: rule('scopeMissing', { escopo: 'documentos:escrever' }),
  PAPEL_INSUFICIENTE: rule('roleBelow', { papel: 'ADMINISTRADOR' }),
  NAO_ENCONTRADO: rule('notFound'),
  ENTRADA_INVALIDA: rule('notByContract'),
  DOCUMENTO_IMUTAVEL: rule('contentFixed'),
  CERTIFICADO_INDISPONIVEL: rule('certificateLater'),
  AUTENTICACAO_INCOMPLETA: rule('factorsLeft', { fatores: 'SMS_OTP' }),
  LINK_INDISPONIVEL: rule('linkGone'),
  FRANQUIA_ESGOTADA: rule('allowanceSpent', { plano: 'Livre', n: 20 }),
  LIMITE_EXCEDIDO: rule('perMinute', { limite: 300, n: 12 }),
  CONFLITO: rule('isDraft'),
  ERRO_INTERNO: rule('serviceFault'),
  SERVICO_INDISPONIVEL: rule('serviceDown'),
};

const ofField = (campo: string, said: Rule) => ({ campo, mensagem: sentenceOf(said), ...said });

/** A problem with this code, as it would be sent. @param docsUrl where the documentation is */
export function problemExample(key: ErrorKey, docsUrl: string) {
  const { status, codigo } = splitErrorKey(key);
  const erros = [
    status === 422 ? ofField('arquivo', rule('pdfNot')) : ofField('titulo', rule('maxLength', { n: 300 })),
  ];
  return {
    type: `${docsUrl}/erros.html#${codigo.toLowerCase()}`,
    title: ERROR_CODES[codigo].title,
    status,
    detail: sentenceOf(RULE[codigo]),
    ...RULE[codigo],
    instance: '/v1/documentos',
    codigo,
    requestId: OTHER_ID,
    ...(codigo === 'ENTRADA_INVALIDA' ? { erros } : {}),
    ...(codigo === 'MFA_OBRIGATORIO' ? { desafioId: OTHER_ID } : {}),
  };
}
