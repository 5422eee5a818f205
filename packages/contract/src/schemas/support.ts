import { type Static, Type } from 'typebox';
import { CONTACT_MESSAGE_MAX_CHARS, NAME_MAX_CHARS } from '../limits.ts';
import { Enum } from './enums.ts';
import { CREATED_AT, MEMBRO_ID, ORGANIZACAO_ID, OTHER_ID, VIEWED_AT } from './example-values.ts';
import {
  dateTime,
  email,
  freeText,
  INT32_MAX,
  inline,
  listOf,
  named,
  nullable,
  pagina,
  ref,
  stringEnum,
  text,
  uuid,
  writtenText,
} from './kit.ts';

export const ContatoEntrada = named(
  'ContatoEntrada',
  {
    nome: writtenText(NAME_MAX_CHARS),
    email: email(),
    assunto: Type.Optional(freeText(NAME_MAX_CHARS)),
    mensagem: writtenText(CONTACT_MESSAGE_MAX_CHARS),
  },
  { examples: [{ nome: 'Rita Campos', email: 'rita@exemplo.com.br', mensagem: 'Como conferir um documento?' }] },
);
export type ContatoEntrada = Static<typeof ContatoEntrada>;

export const ContatoRecebido = named(
  'ContatoRecebido',
  { protocolo: text() },
  { examples: [{ protocolo: '20261103-7K3M9Q' }] },
);
export type ContatoRecebido = Static<typeof ContatoRecebido>;

export const AuthorizationQuery = inline({
  response_type: stringEnum(['code']),
  client_id: text({ minLength: 1, maxLength: 200 }),
  redirect_uri: text({ format: 'uri', maxLength: 2048 }, 'Comparado por igualdade exata com o registrado.'),
  scope: text({ minLength: 1, maxLength: 1000 }, 'Escopos separados por espaço.'),
  state: text({ minLength: 1, maxLength: 1000 }),
  code_challenge: text({ minLength: 43, maxLength: 43 }, 'SHA-256 do `code_verifier`, em base64url.'),
  code_challenge_method: stringEnum(['S256']),
});
export type AuthorizationQuery = Static<typeof AuthorizationQuery>;

const formField = (description?: string) => Type.Optional(text({ minLength: 1, maxLength: 2048 }, description));

export const TokenEntrada = named(
  'TokenEntrada',
  {
    grant_type: stringEnum(['authorization_code', 'refresh_token', 'client_credentials']),
    client_id: formField(),
    client_secret: formField(),
    code: formField('Com authorization_code.'),
    redirect_uri: formField('Com authorization_code.'),
    code_verifier: formField('Com authorization_code.'),
    refresh_token: formField('Com refresh_token.'),
    scope: formField('Com client_credentials. Com refresh_token, pode reduzir os escopos do novo token de acesso.'),
  },
  {
    additionalProperties: true,
    examples: [{ grant_type: 'refresh_token', client_id: 'erp', client_secret: 'exemplo', refresh_token: 'exemplo' }],
  },
);
export type TokenEntrada = Static<typeof TokenEntrada>;

export const TokenOAuth = named(
  'TokenOAuth',
  {
    access_token: text(),
    token_type: stringEnum(['Bearer']),
    expires_in: Type.Integer({ maximum: INT32_MAX, description: 'Em segundos.' }),
    refresh_token: Type.Optional(text()),
    scope: text({}, 'Separados por espaço.'),
    organizacaoId: uuid(),
  },
  {
    examples: [
      {
        access_token: 'exemplo',
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: 'exemplo',
        scope: 'documentos:ler',
        organizacaoId: ORGANIZACAO_ID,
      },
    ],
  },
);
export type TokenOAuth = Static<typeof TokenOAuth>;

export const ConcessaoOAuth = named(
  'ConcessaoOAuth',
  {
    id: uuid(),
    aplicativo: inline({ nome: text(), clientId: text() }),
    ambiente: ref(Enum.Ambiente),
    escopos: listOf(Enum.EscopoChave),
    membroId: uuid('Quem consentiu, cujo papel o aplicativo tem.'),
    criadaEm: dateTime(),
    ultimoUsoEm: nullable(dateTime()),
    ultimoIp: nullable(text()),
    encerradaEm: nullable(dateTime(), { description: 'Desde quando o aplicativo não tem mais acesso.' }),
  },
  {
    description: 'O acesso que a organização deu a um aplicativo.',
    examples: [
      {
        id: OTHER_ID,
        aplicativo: { nome: 'ERP da Acácia', clientId: 'app_live_8fK2mQ4tZ' },
        ambiente: 'PRODUCAO',
        escopos: ['documentos:ler', 'documentos:escrever'],
        membroId: MEMBRO_ID,
        criadaEm: CREATED_AT,
        ultimoUsoEm: VIEWED_AT,
        ultimoIp: '203.0.113.80',
        encerradaEm: null,
      },
    ],
  },
);
export type ConcessaoOAuth = Static<typeof ConcessaoOAuth>;

export const PaginaDeConcessaoOAuth = pagina(ConcessaoOAuth);
export type PaginaDeConcessaoOAuth = Static<typeof PaginaDeConcessaoOAuth>;

export const ErroOAuth = named(
  'ErroOAuth',
  { error: text(), error_description: text() },
  {
    description: 'Recusa do endpoint de tokens, no formato da RFC 6749.',
    examples: [{ error: 'invalid_grant', error_description: 'O código expirou.' }],
  },
);
export type ErroOAuth = Static<typeof ErroOAuth>;

export const ContratoOpenApi = Type.Unsafe<Record<string, unknown>>({
  $id: 'ContratoOpenApi',
  type: 'object',
  additionalProperties: true,
  description: 'Este contrato, em OpenAPI 3.1.',
  examples: [{ openapi: '3.1.0', info: { title: 'Rubrica', version: '1.0.0' } }],
});
export type ContratoOpenApi = Static<typeof ContratoOpenApi>;
