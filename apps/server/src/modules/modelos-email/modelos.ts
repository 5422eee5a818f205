import { EMAIL_VARIABLES, type ModeloEmail } from '@rubrica/contract';

/** The texts of the service's own templates. */
const TEXTS = [
  {
    id: '4c52cef1-7687-405b-982c-87c6eb8c8900',
    nome: 'Convite padrão',
    assunto: '{{organizacao}} enviou {{titulo}} para você assinar',
    corpo: `Olá, {{signatario}}!

{{organizacao}} pede a sua assinatura em “{{titulo}}”.

Assine até {{prazo}}.`,
  },
  {
    id: '8cf650b3-3933-4bfd-8f4a-51442245bde3',
    nome: 'Convite formal',
    assunto: 'Solicitação de assinatura: {{titulo}}',
    corpo: `Prezado(a) {{signatario}},

Encaminhamos “{{titulo}}” para leitura e assinatura eletrônica, por solicitação de {{organizacao}}.

O prazo para assinar termina em {{prazo}}.

Atenciosamente,
{{organizacao}}`,
  },
  {
    id: 'd1f95b8a-6f15-4a52-9820-77ce64ad2f5a',
    nome: 'Convite breve',
    assunto: 'Para assinar: {{titulo}}',
    corpo: `Falta a sua assinatura em “{{titulo}}”, de {{organizacao}}.

Prazo: {{prazo}}.`,
  },
  {
    id: '075f4555-f936-491e-a7f2-cdf6c50dd388',
    nome: 'Convite com orientações',
    assunto: '{{organizacao}} pede a sua assinatura: veja como assinar {{titulo}}',
    corpo: `Olá, {{signatario}}!

{{organizacao}} pede a sua assinatura em “{{titulo}}”. É simples:
1. Abra o seu link pessoal, logo abaixo.
2. Confirme quem você é, se a página pedir.
3. Leia até o fim, aceite e assine.

Não é preciso imprimir, instalar um programa nem criar uma conta.

Assine até {{prazo}}.`,
  },
] as const;

/**
 * The e-mail templates every organization has beside its own. Nobody changes them, so they are constants rather than rows;
 * ids are permanent, because documents store them. Placeholders are those of `mensagens/template.ts`.
 */
export const MODELOS_EMAIL: readonly ModeloEmail[] = TEXTS.map((modelo) => ({
  ...modelo,
  variaveis: [...EMAIL_VARIABLES],
  criadoPor: null,
  criadoEm: null,
}));

/** A template of the service by its id; null if there is none. */
export function findOfService(id: string): ModeloEmail | null {
  return MODELOS_EMAIL.find((modelo) => modelo.id === id) ?? null;
}
