import { type Static, Type } from 'typebox';
import { INVITATION_ROLES } from '../enums.ts';
import {
  ALLOWED_ORIGINS_MAX,
  MESSAGE_MAX_CHARS,
  NAME_MAX_CHARS,
  PASSWORD_MAX_CHARS,
  URL_MAX_CHARS,
} from '../limits.ts';
import { Enum } from './enums.ts';
import { CNPJ, CREATED_AT, MEMBRO_ID, ORGANIZACAO_ID, PNG, VIEWED_AT } from './example-values.ts';
import {
  dateTime,
  drawnText,
  email,
  exampleOf,
  freeText,
  imageDataUri,
  inline,
  named,
  nullable,
  pagina,
  ref,
  sixDigits,
  stringEnum,
  taxId,
  text,
  uuid,
  writtenText,
} from './kit.ts';

const corPrimaria = text({ pattern: '^#[0-9A-Fa-f]{6}$' }, 'Cor em hexadecimal.');
const logo = imageDataUri('PNG ou JPEG em data URI.');
const nomeRemetente = writtenText(NAME_MAX_CHARS, 'Quem aparece como remetente dos convites.');
const emailResposta = email('Recebe as respostas aos convites.');
const mensagemPadrao = freeText(MESSAGE_MAX_CHARS, 'Texto do convite quando o documento não traz o seu.');

const origensPermitidas = Type.Array(
  text({ minLength: 1, maxLength: URL_MAX_CHARS }, 'Como `https://app.exemplo.com.br`: sem caminho nem coringa.'),
  { maxItems: ALLOWED_ORIGINS_MAX, uniqueItems: true },
);

export const Marca = named(
  'Marca',
  {
    corPrimaria: nullable(corPrimaria),
    logo: nullable(logo),
    nomeRemetente: nullable(text()),
    emailResposta: nullable(text()),
    mensagemPadrao: nullable(text()),
  },
  {
    description: 'Como a organização aparece nos convites e na tela de assinatura.',
    examples: [
      {
        corPrimaria: '#1F5A4C',
        logo: PNG,
        nomeRemetente: 'Imobiliária Acácia',
        emailResposta: 'contratos@acacia.exemplo.com.br',
        mensagemPadrao: null,
      },
    ],
  },
);
export type Marca = Static<typeof Marca>;

export const MarcaAlteracao = named(
  'MarcaAlteracao',
  {
    corPrimaria: Type.Optional(nullable(corPrimaria)),
    logo: Type.Optional(nullable(logo)),
    nomeRemetente: Type.Optional(nullable(nomeRemetente)),
    emailResposta: Type.Optional(nullable(emailResposta)),
    mensagemPadrao: Type.Optional(nullable(mensagemPadrao)),
  },
  { examples: [{ corPrimaria: '#1F5A4C', logo: null }] },
);
export type MarcaAlteracao = Static<typeof MarcaAlteracao>;

const organizacao = {
  id: uuid(),
  nome: text(),
  documento: nullable(text(), { description: 'CPF ou CNPJ.' }),
  status: ref(Enum.StatusOrganizacao),
  plano: inline({ codigo: text(), nome: text() }),
  marca: ref(Marca),
  criadaEm: dateTime(),
  encerraEm: nullable(dateTime(), {
    description:
      'Quando deixa de existir para os membros, se um proprietário pediu o encerramento; até lá está SUSPENSA.',
  }),
};

const organizacaoExample = {
  id: ORGANIZACAO_ID,
  nome: 'Imobiliária Acácia Ltda.',
  documento: CNPJ,
  status: 'ATIVA',
  plano: { codigo: 'INICIAL', nome: 'Inicial' },
  marca: exampleOf(Marca),
  criadaEm: '2026-08-11T13:30:00.000Z',
  encerraEm: null,
};

export const Organizacao = named(
  'Organizacao',
  {
    ...organizacao,
    origensPermitidas: Type.Array(text(), {
      description: 'As origens cujas páginas podem mostrar a assinatura, e para onde se pode voltar depois dela.',
    }),
  },
  { examples: [{ ...organizacaoExample, origensPermitidas: ['https://app.acacia.exemplo.com.br'] }] },
);
export type Organizacao = Static<typeof Organizacao>;

export const OrganizacaoAlteracao = named(
  'OrganizacaoAlteracao',
  {
    nome: Type.Optional(drawnText(NAME_MAX_CHARS)),
    documento: Type.Optional(nullable(taxId())),
    marca: Type.Optional(ref(MarcaAlteracao)),
    origensPermitidas: Type.Optional(origensPermitidas),
  },
  {
    description:
      'Só o que vier muda, dentro de `marca` também; nulo apaga. `origensPermitidas` é trocada inteira: origens https ou, para o sandbox, http em localhost.',
    examples: [{ nome: 'Imobiliária Acácia S.A.', marca: { corPrimaria: '#1F5A4C' } }],
  },
);
export type OrganizacaoAlteracao = Static<typeof OrganizacaoAlteracao>;

const senha = text({ minLength: 1, maxLength: PASSWORD_MAX_CHARS }, 'A senha da conta de quem chama.');
const codigo = Type.Optional(sixDigits('Do aplicativo autenticador, se a conta tem a verificação em duas etapas.'));

export const TransferenciaEntrada = named(
  'TransferenciaEntrada',
  { membroId: uuid('O membro ativo que passa a ser o proprietário.'), senha, codigo },
  { examples: [{ membroId: MEMBRO_ID, senha: 'trem azul cruza a serra às sete' }] },
);
export type TransferenciaEntrada = Static<typeof TransferenciaEntrada>;

export const SenhaEntrada = named(
  'SenhaEntrada',
  { senha, codigo },
  { examples: [{ senha: 'trem azul cruza a serra às sete' }] },
);
export type SenhaEntrada = Static<typeof SenhaEntrada>;

export const OrganizacaoDoUsuario = named(
  'OrganizacaoDoUsuario',
  {
    ...organizacao,
    membroId: nullable(uuid(), { description: 'Para trocar de organização em POST /sessoes/renovar; nulo com chave.' }),
    papel: ref(Enum.Papel),
  },
  { examples: [{ ...organizacaoExample, membroId: MEMBRO_ID, papel: 'PROPRIETARIO' }] },
);
export type OrganizacaoDoUsuario = Static<typeof OrganizacaoDoUsuario>;

export const PaginaDeOrganizacaoDoUsuario = pagina(OrganizacaoDoUsuario);
export type PaginaDeOrganizacaoDoUsuario = Static<typeof PaginaDeOrganizacaoDoUsuario>;

export const Membro = named(
  'Membro',
  {
    id: uuid(),
    nome: nullable(text(), { description: 'Nulo até que o convite seja aceito.' }),
    email: text(),
    papel: ref(Enum.Papel),
    estado: ref(Enum.EstadoMembro),
    ultimoAcessoEm: nullable(dateTime()),
    criadoEm: dateTime(),
  },
  {
    examples: [
      {
        id: MEMBRO_ID,
        nome: 'Paulo Tavares',
        email: 'paulo@acacia.exemplo.com.br',
        papel: 'OPERADOR',
        estado: 'ATIVO',
        ultimoAcessoEm: VIEWED_AT,
        criadoEm: CREATED_AT,
      },
    ],
  },
);
export type Membro = Static<typeof Membro>;

export const PaginaDeMembro = pagina(Membro);
export type PaginaDeMembro = Static<typeof PaginaDeMembro>;

export const MembroEntrada = named(
  'MembroEntrada',
  {
    email: email('Só quem abrir este endereço aceita o convite.'),
    papel: stringEnum(INVITATION_ROLES, { description: 'Ninguém é convidado como PROPRIETARIO.' }),
  },
  { examples: [{ email: 'paulo@acacia.exemplo.com.br', papel: 'OPERADOR' }] },
);
export type MembroEntrada = Static<typeof MembroEntrada>;

export const MembroAlteracao = named(
  'MembroAlteracao',
  {
    papel: Type.Optional(ref(Enum.Papel)),
    estado: Type.Optional(stringEnum(['ATIVO', 'SUSPENSO'], { description: 'Suspenso, não entra no painel.' })),
  },
  { examples: [{ papel: 'ADMINISTRADOR' }] },
);
export type MembroAlteracao = Static<typeof MembroAlteracao>;
