import {
  anything,
  boolean,
  hex64,
  list,
  nullable,
  type Of,
  object,
  oneOf,
  optional,
  real,
  record,
  type Shape,
  text,
  time,
  whole,
} from '../shape.ts';

/**
 * The contents of conteudo.json and certificado.json, for both schemas. A property that only `rubrica.certificado.v2`
 * has is optional here; `missingIn` requires it there.
 */

export const V1 = 'rubrica.certificado.v1';
export const V2 = 'rubrica.certificado.v2';

const factor = oneOf(
  ...(['EMAIL', 'SMS_OTP', 'TOTP', 'DADOS_PESSOAIS', 'WHATSAPP_OTP', 'SELFIE', 'BIOMETRIA_FACIAL'] as const),
  ...(['DOCUMENTO_FOTO', 'CERTIFICADO_ICP'] as const),
);
export type Factor = Of<typeof factor>;

/** What of a field packages always told. */
const told = { campoId: text, tipo: text, rotulo: nullable(text), pagina: whole };
const place = { x: real, y: real, largura: real, altura: real, z: real };
const Campo = record({ ...told, ...place, obrigatorio: boolean, valorPadrao: nullable(text) });
const FIELDS = 1000;

export const Dados = record({
  signatarioId: text,
  funcao: text,
  nome: nullable(text),
  email: nullable(text),
  telefone: nullable(text),
  cpf: nullable(text),
  dataNascimento: nullable(text),
  metodoEntrega: text,
  ordem: nullable(whole),
  fatoresExigidos: list(factor, 20),
  presencial: optional(boolean),
  campos: optional(list(Campo, FIELDS)),
});
export type Dados = Of<typeof Dados>;

const valor: Shape<string | boolean> = (value, place) => (typeof value === 'boolean' ? value : text(value, place));

const Signatario = record({
  signatarioId: text,
  transacaoId: nullable(text),
  nome: nullable(text),
  cpf: nullable(text),
  funcao: text,
  status: text,
  contato: record({ metodoEntrega: text, email: nullable(text), telefone: nullable(text) }),
  fatoresExigidos: list(factor, 20),
  fatoresCumpridos: list(
    record({
      fator: factor,
      cumpridoEm: time,
      meio: optional(nullable(text)),
      provadoPara: optional(nullable(object)),
    }),
    20,
  ),
  textoAceite: nullable(record({ textoAceiteId: text, versao: text, textoHash: hex64 })),
  enviadoEm: nullable(time),
  visualizadoEm: nullable(time),
  leituraConcluidaEm: nullable(time),
  aceiteEm: nullable(time),
  assinadoEm: nullable(time),
  recusadoEm: nullable(time),
  motivoRecusa: nullable(text),
  ip: nullable(text),
  porta: nullable(whole),
  origemEndereco: nullable(text),
  agenteUsuario: nullable(text),
  geolocalizacao: anything,
  dataNascimento: optional(nullable(text)),
  noEnvio: optional(record({ sal: hex64, dados: Dados })),
  valores: optional(nullable(record({ sal: hex64, itens: list(record({ campoId: text, valor }), FIELDS) }))),
});
export type Signatario = Of<typeof Signatario>;

const Evento = record({
  id: text,
  acao: text,
  tipoAtor: text,
  ator: nullable(text),
  ocorridoEm: time,
  ip: nullable(text),
  porta: nullable(whole),
  origemEndereco: nullable(text),
  agenteUsuario: nullable(text),
  detalhe: object,
  geolocalizacao: anything,
  hash: hex64,
});
export type Evento = Of<typeof Evento>;

const Selo = record({
  titular: text,
  emissor: text,
  numeroSerie: text,
  impressaoDigital: hex64,
  validoDe: optional(time),
  validoAte: time,
  carimboTempo: nullable(record({ autoridade: text, impressaoDigital: optional(hex64), em: optional(time) })),
  nivel: optional(oneOf('PADES_B_B', 'PADES_B_T', 'PADES_B_LT', 'PADES_B_LTA')),
});
export type Selo = Of<typeof Selo>;

export const Conteudo = record({
  esquema: oneOf(V1, V2),
  ambiente: oneOf('PRODUCAO', 'TESTE'),
  organizacao: record({ nome: text, documento: nullable(text) }),
  documento: record({
    id: text,
    titulo: text,
    nivelAssinatura: text,
    paginas: whole,
    criadoEm: time,
    enviadoEm: time,
    finalizadoEm: time,
  }),
  codigoValidacao: text,
  hashes: record({ algoritmo: oneOf('SHA-256'), original: hex64, assinado: hex64 }),
  signatarios: list(Signatario, 500),
  selo: nullable(Selo),
  eventos: list(Evento, 100_000),
  cadeia: record({ algoritmo: oneOf('SHA-256'), eloInicial: hex64, eloFinal: hex64 }),
  textosAceite: optional(list(record({ textoAceiteId: text, versao: text, textoHash: hex64, texto: text }), 1000)),
  imagens: optional(list(record({ sha256: hex64, formato: oneOf('image/png'), base64: text }), 5000)),
  campos: optional(list(record({ signatarioId: optional(text), ...told }), 10_000)),
  camposDoRemetente: optional(record({ sal: hex64, campos: list(Campo, FIELDS) })),
  operador: optional(nullable(object)),
  conteudoAtivo: optional(list(object, 10_000)),
  registroAberto: optional(record({ origem: text, nonce: hex64, recibos: list(text, 1000) })),
});
export type Conteudo = Of<typeof Conteudo>;

export const Registro = record({
  codigo: text,
  versao: whole,
  hashConteudo: hex64,
  hashAnterior: nullable(hex64),
  hash: hex64,
  emitidoEm: time,
});
export type Registro = Of<typeof Registro>;

/** Checks properties that the second schema requires and the first lacks. @returns the name of what is missing */
export function missingIn({
  esquema,
  signatarios,
  textosAceite,
  imagens,
  operador,
  conteudoAtivo,
}: Conteudo): string | undefined {
  if (esquema !== V2) return undefined;
  const lacking = Object.entries({ textosAceite, imagens, operador, conteudoAtivo }).find(
    ([, value]) => value === undefined,
  );
  if (lacking) return lacking[0];
  for (const [index, { noEnvio, valores, dataNascimento, fatoresCumpridos }] of signatarios.entries()) {
    const member = Object.entries({ noEnvio, valores, dataNascimento }).find(([, value]) => value === undefined);
    if (member) return `signatarios[${index}].${member[0]}`;
    const told = fatoresCumpridos.every(({ meio, provadoPara }) => meio !== undefined && provadoPara !== undefined);
    if (!told) return `signatarios[${index}].fatoresCumpridos`;
  }
  return undefined;
}
