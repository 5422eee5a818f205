import type { Operation } from './operation.ts';
import { type OperationId, operationIds, operationOf } from './types.ts';

/** Methods whose name by rule would say the same thing twice, or would hide what they give. */
const NAMED: Readonly<Partial<Record<OperationId, string>>> = {
  baixarArquivo: 'documentos.baixar',
  baixarArquivoModelo: 'modelos.baixar',
  baixarArquivoAssinatura: 'assinatura.baixar',
  baixarDossie: 'documentos.baixarDossie',
  criarDocumentoDeModelo: 'modelos.criarDocumento',
  criarLinkIncorporado: 'documentos.signatarios.criarLink',
  criarEdicao: 'documentos.criarEdicao',
  iniciarEdicao: 'edicao.iniciar',
  abrirConfirmacao: 'formularios.abrirConfirmacao',
  confirmarFormulario: 'formularios.confirmar',
  pedirFormulario: 'formularios.pedir',
  abrirFormulario: 'formularios.abrir',
  criarModeloDeDocumento: 'documentos.criarModelo',
  esquecerAutenticador: 'documentos.signatarios.esquecerAutenticador',
  iniciarSessaoIncorporada: 'assinatura.iniciarSessao',
  obterArquivoSolicitacaoLgpd: 'lgpd.solicitacoes.obterArquivo',
  obterImagemDocumento: 'documentos.paginas.obterImagem',
  obterImagemModelo: 'modelos.paginas.obterImagem',
  obterPlano: 'plano.obter',
  previsualizarModeloEmail: 'modelosEmail.previsualizar',
  registrarAceite: 'assinatura.aceitar',
  escolherIdioma: 'assinatura.escolherIdioma',
  registrarLeitura: 'assinatura.registrarLeitura',
  renovarSegredoWebhook: 'webhooks.renovarSegredo',
  solicitarCodigo: 'assinatura.solicitarCodigo',
  testarWebhook: 'webhooks.testar',
};

const camel = (words: string) => words.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const verbOf = (id: OperationId) => /^[a-z]+/.exec(id)?.[0] ?? id;

/** Those of integrators: called with a key, with a signer's link, or by anybody to check a document. */
const isPublished = ({ credential, tag }: Operation): boolean =>
  credential === 'api' || credential === 'signer-token' || tag === 'Validação pública';

/**
 * Where a client of any language has an operation, or null if clients do not have it: the nouns of its path, then the verb
 * of its name. `enviarDocumento`, POST `/documentos/{documentoId}/enviar`, is `documentos.enviar`; what only the sandbox
 * has stands under `sandbox`.
 */
export function methodOf(id: OperationId): string | null {
  const operation = operationOf(id);
  if (!isPublished(operation)) return null;
  const verb = verbOf(id);
  const segments = operation.path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  const nouns = segments.filter((part, i) => i < segments.length - 1 || part !== verb);
  const name = NAMED[id] ?? [...nouns.map(camel), verb].join('.');
  return operation.only === 'sandbox' ? `sandbox.${name}` : name;
}

/** Every method of a client with the operation it calls, in the order of the served contract. */
export function clientMethods(): Map<string, OperationId> {
  const methods = new Map<string, OperationId>();
  for (const id of operationIds) {
    const name = methodOf(id);
    if (name === null) continue;
    const other = methods.get(name);
    if (other !== undefined) throw new Error(`${other} and ${id} would both be ${name}: name one in client-methods.ts`);
    methods.set(name, id);
  }
  return methods;
}
