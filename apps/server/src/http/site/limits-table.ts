import * as limit from '@rubrica/contract/limits';

/** One limit: what, how much, and what happens beyond it. */
export type LimitRow = readonly [what: string, value: string, beyond: string];

const UNITS = [
  [24 * 3600_000, 'dia', 'dias'],
  [3600_000, 'hora', 'horas'],
  [60_000, 'minuto', 'minutos'],
  [1000, 'segundo', 'segundos'],
] as const;

/** `900000` as `15 minutos`; the largest unit that divides it. */
export function durationInWords(ms: number): string {
  const [size, one, many] = UNITS.find(([unit]) => ms % unit === 0) ?? UNITS[3];
  const count = ms / size;
  return `${count} ${count === 1 ? one : many}`;
}

const megabytes = (bytes: number) => `${bytes / 1024 ** 2} MB`;
const number = (value: number) => value.toLocaleString('pt-BR');
const characters = (value: number) => `até ${number(value)} caracteres`;
const refillPerMinute = 60_000 / limit.VALIDATION_BUCKET_REFILL_MS;

/** The limits by subject. Every figure is the one the service itself reads. */
export const LIMIT_GROUPS: readonly (readonly [title: string, rows: readonly LimitRow[]])[] = [
  [
    'Chamadas',
    [
      [
        'Requisições por chave de API',
        `${limit.REQUESTS_PER_MINUTE} em qualquer janela de ${durationInWords(limit.REQUEST_WINDOW_MS)}`,
        '429 com `Retry-After`',
      ],
      [
        'Chamadas sem credencial, ou recusadas pela que trazem, por IP',
        `${number(limit.ADDRESS_REQUESTS_PER_MINUTE)} por minuto`,
        '429 com `Retry-After`',
      ],
      [
        'Validação pública, por IP',
        `${refillPerMinute} por minuto, até ${limit.VALIDATION_BUCKET_CAPACITY} de uma vez`,
        '429 com `Retry-After`',
      ],
      [
        'Formulário de contato, por IP',
        `${limit.CONTACTS_PER_HOUR} por hora e ${limit.CONTACTS_PER_DAY} por dia`,
        '429 com `Retry-After`',
      ],
      [
        'Rotas de acesso ao painel, por IP',
        `${limit.SESSION_ROUTES_PER_MINUTE} por minuto, somadas`,
        '429 com `Retry-After`',
      ],
      [
        'Chamadas por um link pessoal de assinatura',
        `${number(limit.SIGNER_REQUESTS_PER_MINUTE)} por minuto, das quais ${limit.SIGNINGS_PER_MINUTE} tentativas de assinar; ${number(limit.SIGNER_REQUESTS_PER_ADDRESS)} por IP, somados os links`,
        '429 com `Retry-After`',
      ],
      ['Reenvio de convite, por signatário', `${limit.RESENDS_PER_HOUR} por hora`, '429 com `Retry-After`'],
      [
        'Correção de um signatário depois do envio',
        `${limit.CORRECTIONS_PER_HOUR} por hora`,
        '429 com `Retry-After`; nada muda',
      ],
      [
        'Mudanças do prazo de um documento enviado',
        `${limit.DEADLINE_CHANGES_PER_HOUR} por hora`,
        '429 com `Retry-After`; nada muda',
      ],
      [
        'Restauração de um documento excluído',
        `até ${durationInWords(limit.DELETED_KEPT_MS)} depois da exclusão`,
        '404',
      ],
      [
        'SMS causados por correções e reenvios, por envelope',
        `${limit.EXTRA_SMS_MIN}, ou ${limit.EXTRA_SMS_PER_SIGNER} por pessoa alcançada por SMS, o que for maior`,
        '429 com `Retry-After`; nada muda',
      ],
      [
        'Itens por página de listagem',
        `1 a ${limit.PAGE_LIMIT_MAX}, ${limit.PAGE_LIMIT_DEFAULT} se nada for dito`,
        'acima do máximo, vale o máximo',
      ],
      ['Validade de um cursor', durationInWords(limit.CURSOR_TTL_MS), '422: refaça a listagem'],
      [
        'Memória de uma `Idempotency-Key`',
        `${durationInWords(limit.IDEMPOTENCY_TTL_MS)}; a chave tem ${characters(limit.IDEMPOTENCY_KEY_MAX_CHARS)} ASCII visíveis`,
        'depois disso a chave conta como nova',
      ],
      ['Chaves de API ativas, por ambiente', number(limit.KEYS_MAX), '422: revogue as que não usa'],
      ['Webhooks, por ambiente', number(limit.WEBHOOKS_MAX), '422: exclua os que não usa'],
      ['Rascunhos do plano inicial, por ambiente', number(limit.INITIAL_PLAN_DRAFTS), '422: envie ou exclua alguns'],
      [
        'Convites de membros por e-mail',
        `${limit.INVITATIONS_PER_DAY} por dia; ${limit.INVITATIONS_TO_ADDRESS_PER_DAY} por dia a um mesmo endereço`,
        '429 com `Retry-After`',
      ],
      [
        'Senhas erradas seguidas de uma conta',
        `${limit.PASSWORD_FREE_FAILURES}`,
        `a resposta demora ${durationInWords(limit.PASSWORD_SLOW_MIN_MS)}, o dobro a cada erro, até ${durationInWords(limit.PASSWORD_SLOW_MAX_MS)}`,
      ],
      ['Endereço de download', `${durationInWords(limit.DOWNLOAD_TTL_MS)}, um só uso`, '404: peça outro'],
    ],
  ],
  [
    'Arquivos e documentos',
    [
      ['Tamanho do PDF', megabytes(limit.FILE_MAX_BYTES), '413'],
      ['Páginas por documento', number(limit.FILE_MAX_PAGES), '422'],
      ['Versão do PDF', `${limit.PDF_VERSION_MIN} a ${limit.PDF_VERSION_MAX}`, '422'],
      ['PDF com senha, já assinado ou com formulário preenchido', 'recusado', '422'],
      ['Signatários por documento', number(limit.SIGNERS_MAX), '422'],
      ['Campos por documento', number(limit.FIELDS_MAX), '422'],
      [
        'Imagem de assinatura ou de campo',
        `${megabytes(limit.IMAGE_MAX_BYTES)} e ${limit.IMAGE_MAX_PIXELS / 1e6} megapixels; ${limit.SIGNING_MAX_PIXELS / 1e6} megapixels somadas as de um pedido`,
        '400',
      ],
      ['`titulo`', characters(limit.TITLE_MAX_CHARS), '400'],
      ['`descricao` e `mensagem`', characters(limit.MESSAGE_MAX_CHARS), '400'],
      ['Nome de um signatário', characters(limit.SIGNER_NAME_MAX_CHARS), '400'],
      ['`rotulo` de um campo', characters(limit.FIELD_LABEL_MAX_CHARS), '400'],
      ['Motivo de recusa ou cancelamento', characters(limit.REASON_MAX_CHARS), '400'],
    ],
  ],
  [
    'Códigos e fatores de quem assina',
    [
      [
        'Código de uso único',
        `${limit.OTP_DIGITS} números, vale ${durationInWords(limit.OTP_TTL_MS)}`,
        '401 `CREDENCIAL_INVALIDA`',
      ],
      [
        'Envio de códigos',
        `um a cada ${durationInWords(limit.OTP_RESEND_MS)}, ${limit.OTP_PER_HOUR} por hora`,
        '429 com `Retry-After`',
      ],
      [
        'Respostas erradas seguidas a um telefone, endereço, autenticador ou CPF, em toda a organização',
        String(limit.FACTOR_MAX_FAILURES),
        `descansa ${durationInWords(limit.FACTOR_REST_MS)}`,
      ],
      [
        'Respostas erradas em um link, somadas',
        String(limit.WRONG_ANSWERS_PER_LINK),
        '410: o link acaba, até que o remetente envie outro',
      ],
    ],
  ],
  [
    'Webhooks',
    [
      ['Tempo para responder', durationInWords(limit.WEBHOOK_TIMEOUT_MS), 'conta como falha e é repetida'],
      [
        'Novas tentativas',
        `${limit.WEBHOOK_RETRY_SECONDS.length}, cada vez mais espaçadas`,
        `desiste ${durationInWords(limit.WEBHOOK_WINDOW_MS)} depois da primeira`,
      ],
      ['Diferença de relógio que o receptor tolera', durationInWords(limit.WEBHOOK_TOLERANCE_MS), 'recuse com 401'],
      [
        'Dois segredos depois de uma rotação',
        durationInWords(limit.WEBHOOK_SECRET_OVERLAP_MS),
        'depois vale só o novo',
      ],
    ],
  ],
];

/** The same as Markdown tables, a heading each. */
export function limitsInMarkdown(): string {
  return LIMIT_GROUPS.map(([title, rows]) => {
    const lines = rows.map(([what, value, beyond]) => `| ${what} | ${value} | ${beyond} |`);
    return `## ${title}\n\n| Limite | Valor | Além dele |\n|---|---|---|\n${lines.join('\n')}`;
  }).join('\n\n');
}
