import { type Static, Type } from 'typebox';
import { NAME_MAX_CHARS, PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS, RECOVERY_CODES } from '../limits.ts';
import { Geolocalizacao } from './common.ts';
import { Enum } from './enums.ts';
import { CNPJ, CREATED_AT, MEMBRO_ID, OTHER_ID, PNG, USUARIO_ID, VIEWED_AT } from './example-values.ts';
import {
  dateTime,
  drawnText,
  email,
  exampleOf,
  inline,
  named,
  nullable,
  pagina,
  ref,
  sixDigits,
  taxId,
  text,
  uuid,
} from './kit.ts';
import { Organizacao } from './organizacao.ts';

const nome = drawnText(NAME_MAX_CHARS);

// A short password is SENHA_FRACA, which the server decides together with the strength, so the schema lets it pass.
export const newPassword = text(
  { minLength: 1, maxLength: PASSWORD_MAX_CHARS },
  `Ao menos ${PASSWORD_MIN_CHARS} caracteres, e difícil de adivinhar.`,
);
export const currentPassword = text({ minLength: 1, maxLength: PASSWORD_MAX_CHARS });
const token = (description: string) => text({ minLength: 1, maxLength: 512 }, description);
const codigo = sixDigits('Os seis dígitos do aplicativo autenticador.');
const desafioId = uuid('O que veio com MFA_OBRIGATORIO.');
export const EXAMPLE_PASSWORD = 'trem azul cruza a serra às sete';

export const CadastroEntrada = named(
  'CadastroEntrada',
  { nome, email: email(), senha: newPassword, organizacao: inline({ nome, documento: taxId() }) },
  {
    examples: [
      {
        nome: 'Helena Prado',
        email: 'helena@acacia.exemplo.com.br',
        senha: EXAMPLE_PASSWORD,
        organizacao: { nome: 'Imobiliária Acácia Ltda.', documento: CNPJ },
      },
    ],
  },
);
export type CadastroEntrada = Static<typeof CadastroEntrada>;

export const usuario = {
  id: uuid(),
  nome: text(),
  email: text(),
  segundoFator: Type.Boolean({ description: 'Verificação em duas etapas ativa.' }),
  emailConfirmadoEm: nullable(
    dateTime('Quando a pessoa mostrou que o endereço é dela. Sem isso, nada do que faz em produção chega a outros.'),
  ),
  idioma: nullable(ref(Enum.Idioma), { description: 'Nulo enquanto a pessoa não escolhe: vale o do navegador.' }),
  tema: ref(Enum.Tema),
};

export const Usuario = named('Usuario', usuario, {
  examples: [
    {
      id: USUARIO_ID,
      nome: 'Helena Prado',
      email: 'helena@acacia.exemplo.com.br',
      segundoFator: false,
      emailConfirmadoEm: CREATED_AT,
      idioma: 'pt-BR',
      tema: 'SISTEMA',
    },
  ],
});
export type Usuario = Static<typeof Usuario>;

export const CadastroRealizado = named(
  'CadastroRealizado',
  { usuario: ref(Usuario), organizacao: ref(Organizacao) },
  { examples: [{ usuario: exampleOf(Usuario), organizacao: exampleOf(Organizacao) }] },
);
export type CadastroRealizado = Static<typeof CadastroRealizado>;

export const SessaoEntrada = named(
  'SessaoEntrada',
  { email: email(), senha: currentPassword },
  { examples: [{ email: 'helena@acacia.exemplo.com.br', senha: EXAMPLE_PASSWORD }] },
);
export type SessaoEntrada = Static<typeof SessaoEntrada>;

export const Sessao = named(
  'Sessao',
  {
    id: uuid(),
    criadaEm: dateTime(),
    ultimoUsoEm: dateTime(),
    expiraEm: dateTime('Quando termina se não houver mais uso.'),
    ip: nullable(text()),
    agenteUsuario: nullable(text()),
    geolocalizacao: nullable(ref(Geolocalizacao)),
    atual: Type.Boolean({ description: 'É a desta chamada.' }),
  },
  {
    examples: [
      {
        id: OTHER_ID,
        criadaEm: CREATED_AT,
        ultimoUsoEm: VIEWED_AT,
        expiraEm: '2026-11-04T01:21:05.733Z',
        ip: '203.0.113.80',
        agenteUsuario: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
        geolocalizacao: { pais: 'BR', estado: null, cidade: null, latitude: null, longitude: null, precisao: 'PAIS' },
        atual: true,
      },
    ],
  },
);
export type Sessao = Static<typeof Sessao>;

export const PaginaDeSessao = pagina(Sessao);
export type PaginaDeSessao = Static<typeof PaginaDeSessao>;

export const SessaoIniciada = named(
  'SessaoIniciada',
  {
    sessao: ref(Sessao),
    usuario: ref(Usuario),
    organizacao: ref(Organizacao),
    papel: ref(Enum.Papel),
    csrfToken: text({}, 'Envie em X-CSRF-Token nas chamadas que mudam algo. Também vem nesse cabeçalho.'),
  },
  {
    examples: [
      {
        sessao: exampleOf(Sessao),
        usuario: exampleOf(Usuario),
        organizacao: exampleOf(Organizacao),
        papel: 'PROPRIETARIO',
        csrfToken: 'kq3Tz1vB0nHxY7aPd5RwLg',
      },
    ],
  },
);
export type SessaoIniciada = Static<typeof SessaoIniciada>;

export const SessaoRenovacaoEntrada = named(
  'SessaoRenovacaoEntrada',
  { membroId: Type.Optional(uuid('Troca para a organização deste vínculo, de GET /organizacoes.')) },
  { examples: [{ membroId: MEMBRO_ID }] },
);
export type SessaoRenovacaoEntrada = Static<typeof SessaoRenovacaoEntrada>;

export const DesafioEntrada = named(
  'DesafioEntrada',
  { desafioId, codigo },
  { examples: [{ desafioId: OTHER_ID, codigo: '492071' }] },
);
export type DesafioEntrada = Static<typeof DesafioEntrada>;

export const RecuperacaoSenhaEntrada = named(
  'RecuperacaoSenhaEntrada',
  { email: email() },
  { examples: [{ email: 'helena@acacia.exemplo.com.br' }] },
);
export type RecuperacaoSenhaEntrada = Static<typeof RecuperacaoSenhaEntrada>;

export const RedefinicaoSenhaEntrada = named(
  'RedefinicaoSenhaEntrada',
  { token: token('O que chegou por e-mail; serve uma vez.'), senha: newPassword },
  { examples: [{ token: 'x7Kp2mVqT9bLw4Zs', senha: EXAMPLE_PASSWORD }] },
);
export type RedefinicaoSenhaEntrada = Static<typeof RedefinicaoSenhaEntrada>;

export const ConfirmacaoEmailEntrada = named(
  'ConfirmacaoEmailEntrada',
  { token: token('O que chegou por e-mail; serve uma vez, por 24 horas.') },
  { examples: [{ token: 'x7Kp2mVqT9bLw4Zs' }] },
);
export type ConfirmacaoEmailEntrada = Static<typeof ConfirmacaoEmailEntrada>;

export const Convite = named(
  'Convite',
  { organizacao: text({}, 'Nome da organização.'), email: text(), papel: ref(Enum.Papel) },
  { examples: [{ organizacao: 'Imobiliária Acácia Ltda.', email: 'paulo@acacia.exemplo.com.br', papel: 'OPERADOR' }] },
);
export type Convite = Static<typeof Convite>;

export const ConviteAceiteEntrada = named(
  'ConviteAceiteEntrada',
  { nome, senha: newPassword },
  { examples: [{ nome: 'Paulo Tavares', senha: EXAMPLE_PASSWORD }] },
);
export type ConviteAceiteEntrada = Static<typeof ConviteAceiteEntrada>;

export const SegundoFatorEntrada = named(
  'SegundoFatorEntrada',
  { senha: currentPassword },
  { examples: [{ senha: EXAMPLE_PASSWORD }] },
);
export type SegundoFatorEntrada = Static<typeof SegundoFatorEntrada>;

export const SegundoFatorIniciado = named(
  'SegundoFatorIniciado',
  {
    segredo: text({}, 'Em base32, para digitar no aplicativo.'),
    otpauthUri: text({ format: 'uri' }),
    qrCode: text({}, 'Imagem PNG do código QR, em data URI.'),
  },
  {
    examples: [
      { segredo: 'JBSWY3DPEHPK3PXP', otpauthUri: 'otpauth://totp/Rubrica?secret=JBSWY3DPEHPK3PXP', qrCode: PNG },
    ],
  },
);
export type SegundoFatorIniciado = Static<typeof SegundoFatorIniciado>;

export const SegundoFatorConfirmacaoEntrada = named(
  'SegundoFatorConfirmacaoEntrada',
  { codigo },
  { examples: [{ codigo: '492071' }] },
);
export type SegundoFatorConfirmacaoEntrada = Static<typeof SegundoFatorConfirmacaoEntrada>;

export const CodigosRecuperacao = named(
  'CodigosRecuperacao',
  {
    codigosRecuperacao: Type.Array(text(), {
      minItems: RECOVERY_CODES,
      maxItems: RECOVERY_CODES,
      description: 'Cada um serve uma vez. Guarde: não serão mostrados de novo.',
    }),
  },
  { examples: [{ codigosRecuperacao: Array.from({ length: RECOVERY_CODES }, (_, i) => `4K7Q-9MXT-0${i}RB`) }] },
);
export type CodigosRecuperacao = Static<typeof CodigosRecuperacao>;

export const SegundoFatorRecuperacaoEntrada = named(
  'SegundoFatorRecuperacaoEntrada',
  { desafioId, codigoRecuperacao: text({ minLength: 1, maxLength: 64 }) },
  { examples: [{ desafioId: OTHER_ID, codigoRecuperacao: '4K7Q-9MXT-00RB' }] },
);
export type SegundoFatorRecuperacaoEntrada = Static<typeof SegundoFatorRecuperacaoEntrada>;

export const SegundoFatorDesativacaoEntrada = named(
  'SegundoFatorDesativacaoEntrada',
  { senha: currentPassword, codigo },
  { examples: [{ senha: EXAMPLE_PASSWORD, codigo: '492071' }] },
);
export type SegundoFatorDesativacaoEntrada = Static<typeof SegundoFatorDesativacaoEntrada>;
