/**
 * What the service says of one field, by rule; `{name}` stands for a value. The service writes its `erros[].mensagem`
 * with these, in Portuguese, and a page in another language finds the rule in the sentence again.
 */
export const FIELD_MESSAGES = {
  required: 'É obrigatório.',
  unknown: 'Campo desconhecido.',
  be: 'Deve ser {o}.',
  oneOf: 'Deve ser um de: {valores}.',
  notEmpty: 'Não pode ficar vazio.',
  notBlank: 'Não pode ficar em branco.',
  minLength: 'Deve ter ao menos {n} caracteres.',
  maxLength: 'Deve ter no máximo {n} caracteres.',
  minItems: 'Deve ter ao menos {n} item.',
  maxItems: 'Deve ter no máximo {n} itens.',
  unique: 'Não pode repetir valores.',
  minimum: 'Deve ser maior ou igual a {n}.',
  maximum: 'Deve ser menor ou igual a {n}.',
  above: 'Deve ser maior que {n}.',
  below: 'Deve ser menor que {n}.',
  someField: 'Informe ao menos um campo.',
  pattern: 'Não tem o formato esperado.',
  invalid: 'Valor inválido.',

  cpf: 'Não é um CPF válido.',
  cpfOrCnpj: 'Não é um CPF nem um CNPJ válido.',
  checkDigits: 'Os dígitos verificadores não conferem.',
  cpfDigits: 'Os dígitos verificadores do CPF não conferem.',
  cnpjDigits: 'Os dígitos verificadores do CNPJ não conferem.',
  phone: 'Use o formato internacional E.164, como +5511987654321.',
  undrawable: 'Não é possível desenhar no PDF: {caracteres}.',

  passwordShort: 'Use ao menos {n} caracteres.',
  passwordLong: 'Use no máximo {n} caracteres.',
  passwordGuessed: 'É fácil de adivinhar. Prefira uma frase longa ou uma senha gerada.',
  passwordGuessedWhy: 'É fácil de adivinhar. {motivo} Prefira uma frase longa ou uma senha gerada.',

  imageForm: 'Envie uma imagem PNG ou JPEG em data URI.',
  imageSize: 'A imagem passa de 2 MB.',
  imageKind: 'O conteúdo não é PNG nem JPEG.',
  imagePixels: 'A imagem tem pontos demais; use uma de até 16 megapixels.',
  imageBroken: 'A imagem está danificada e não pôde ser lida.',

  levelOffered: 'O nível {nivel} não é oferecido; use ELETRONICA ou SEGURA.',
  levelNeedsCode: 'O nível SEGURA exige ao menos um fator de código: SMS_OTP ou TOTP.',
  noSuchDate: 'Não é uma data que exista.',
  past: 'Já passou; informe um momento futuro.',
  beforeDeadline: 'Não pode ser antes de prazoEm.',
  factorsMissing: 'Deve conter os fatores do documento; faltam: {fatores}.',
  deliveryOffered: 'A entrega por {metodo} não é oferecida; use EMAIL, SMS ou LINK.',
  neededByFactor: 'É obrigatório quando o fator {fator} é exigido.',
  neededByDelivery: 'É obrigatório quando a entrega é por {metodo}.',
  onePage: 'O arquivo tem 1 página.',
  pages: 'O arquivo tem {n} páginas.',
  beyondRight: 'O campo sai da página: x + largura passa de 1.',
  beyondBottom: 'O campo sai da página: y + altura passa de 1.',
  notASigner: 'Não é um signatário deste documento.',
  ownerNeeded: 'Um campo {tipo} precisa de dono.',
  trueOrFalse: 'Use true ou false.',
  noDefault: 'Um campo {tipo} não tem valor inicial.',
  signerNeeded: 'Inclua ao menos um signatário.',
  signatureNeeded: 'Posicione ao menos um campo ASSINATURA.',

  webhookUrl: 'O endereço não pode receber entregas: {motivo}.',
  /** Why not, inside of the sentence above. */
  urlBroken: 'a URL não é válida',
  urlScheme: 'a URL precisa ser http ou https',
  urlHttps: 'em produção a URL precisa ser https',
  urlUser: 'a URL não pode conter usuário nem senha',
  ipSpelled: 'escreva o endereço IP por extenso: {endereco}',
  ipBroken: 'não é um endereço IP',
  ipPrivate: '{endereco} não é um endereço público',
  ipRange: '{endereco} não é um endereço público ({faixa})',
  ipMetadata: '{endereco} é um endereço de metadados da nuvem',
  hostEmpty: 'o nome {nome} não tem endereço',
  hostUnknown: 'o nome do servidor não foi encontrado',
  hostLater: 'o nome do servidor não pôde ser resolvido agora',

  categoryTwice: '{categoria} já apareceu; informe cada categoria uma vez.',
  concludedTooShort: 'Documentos concluídos se guardam por ao menos {n} dias (cinco anos).',
  longerThanConcluded: 'Cancelados e expirados não podem ser guardados por mais tempo que os concluídos.',
  reasonNeeded: 'É obrigatório ao recusar: o titular tem direito a ele.',
  reasonOnlyRefusing: 'Só se informa ao recusar.',
} as const;

export type FieldRule = keyof typeof FIELD_MESSAGES;

/** What a value of rule `be` may be called. */
export const FIELD_WORDS = {
  string: 'um texto',
  integer: 'um número inteiro',
  number: 'um número',
  boolean: 'verdadeiro ou falso',
  array: 'uma lista',
  object: 'um objeto',
  null: 'nulo',
  uuid: 'um UUID',
  email: 'um endereço de e-mail',
  date: 'uma data AAAA-MM-DD',
  'date-time': 'uma data e hora RFC 3339 com deslocamento',
  uri: 'uma URL absoluta',
} as const;

export type FieldWord = keyof typeof FIELD_WORDS;

type Values = Readonly<Record<string, string | number>>;

const PLACE = /\{(\w+)\}/g;

/** Puts values into their places. A place without a value stays as it is. */
export const fillMessage = (template: string, values: Values): string =>
  template.replace(PLACE, (place, name: string) => String(values[name] ?? place));

/** The sentence of a rule, in Portuguese. */
export const fieldMessage = (rule: FieldRule, values: Values = {}): string => fillMessage(FIELD_MESSAGES[rule], values);

interface Known {
  readonly rule: FieldRule;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

let known: readonly Known[] | undefined;

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Rules that say the most by themselves come first: `Deve ser {o}.` fits many a sentence. */
function allKnown(): readonly Known[] {
  const rules = Object.entries(FIELD_MESSAGES) as [FieldRule, string][];
  const weight = ([, text]: [FieldRule, string]) => text.replace(PLACE, '').length;
  return rules
    .toSorted((a, b) => weight(b) - weight(a))
    .map(([rule, text]) => ({
      rule,
      pattern: new RegExp(
        `^${text
          .split(PLACE)
          .map((part, index) => (index % 2 ? '(.+)' : literal(part)))
          .join('')}$`,
        's',
      ),
      names: [...text.matchAll(PLACE)].map(([, name = '']) => name),
    }));
}

/** The rule a sentence was made by, and the values in it; null for a sentence that no rule makes. */
export function ruleOf(mensagem: string): { rule: FieldRule; values: Record<string, string> } | null {
  known ??= allKnown();
  for (const { rule, pattern, names } of known) {
    const match = pattern.exec(mensagem);
    if (match) return { rule, values: Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ''])) };
  }
  return null;
}
