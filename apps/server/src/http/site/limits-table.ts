import * as limit from '@rubrica/contract/limits';

/** One limit: what it limits, its value, and what happens beyond it. */
export type LimitRow = readonly [what: string, value: string, beyond: string];

const UNITS = [
  [24 * 3600_000, 'dia', 'dias'],
  [3600_000, 'hora', 'horas'],
  [60_000, 'minuto', 'minutos'],
  [1000, 'segundo', 'segundos'],
] as const;

/** `900000` as `15 minutos`: in the largest unit that divides it. */
export function durationInWords(ms: number): string {
  const [size, one, many] = UNITS.find(([unit]) => ms % unit === 0) ?? UNITS[3];
  const count = ms / size;
  return `${count} ${count === 1 ? one : many}`;
}

const megabytes = (bytes: number) => `${bytes / 1024 ** 2} MB`;
const number = (value: number) => value.toLocaleString('pt-BR');
const characters = (value: number) => `até ${number(value)} caracteres`;
const refillPerMinute = 60_000 / limit.VALIDATION_BUCKET_REFILL_MS;

/** The limits by subject. Every figure is the constant the service itself uses. */
export const LIMIT_GROUPS: readonly (readonly [title: string, rows: readonly LimitRow[]])[] = [
  [
    'Chamadas',
    [
      [
        'Requisições por chave de API',
        `${limit.REQUESTS_PER_MINUTE} em qualquer janela de ${durationInWords(limit.REQUEST_WINDOW_MS)}; no sandbox, o que o operador disser (${limit.REQUESTS_PER_MINUTE}, se nada disser)`,
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
        'Documentos da página inicial assinados sem conta',
        `${limit.DEMOS_PER_HOUR} por hora e ${limit.DEMOS_PER_DAY} por dia, por IP; ${limit.DEMOS_MAX} ao mesmo tempo em toda a instalação; cada um fica ${durationInWords(limit.DEMO_KEPT_MS)}`,
        '429 ou 503, com `Retry-After`; nada é criado',
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
        `1 a ${limit.PAGE_LIMIT_MAX}, ${limit.PAGE_LIMIT_DEFAULT} se nada for dito; ${limit.HOME_LIST_MAX} em cada lista de \`/inicio\``,
        'acima do máximo, vale o máximo',
      ],
      ['Validade de um cursor', durationInWords(limit.CURSOR_TTL_MS), '422: refaça a listagem'],
      [
        'Memória de uma `Idempotency-Key`',
        `${durationInWords(limit.IDEMPOTENCY_TTL_MS)}; a chave tem ${characters(limit.IDEMPOTENCY_KEY_MAX_CHARS)} ASCII visíveis`,
        'depois disso a chave conta como nova',
      ],
      [
        'Espera por outra chamada com a mesma `Idempotency-Key`',
        durationInWords(limit.IDEMPOTENCY_WAIT_MS),
        '409 `CONFLITO`: repita',
      ],
      [
        'Registro das chamadas',
        `${limit.CALLS_SERVED_DAYS} dias, e as últimas ${number(limit.CALLS_KEPT_MAX)} da organização`,
        'as mais antigas deixam de aparecer',
      ],
      [
        'Leitura de eventos',
        `os dos últimos ${durationInWords(limit.EVENTS_SERVED_MS)}; \`aguardar\` até ${limit.EVENTS_WAIT_MAX_S} segundos`,
        'mais antigos não aparecem; `apos` continua depois de qualquer um',
      ],
      [
        'Leitura da caixa do sandbox',
        `\`aguardar\` até ${limit.MAILBOX_WAIT_MAX_S} segundos`,
        'responde a página vazia',
      ],
      [
        'Falhas pedidas para um webhook do sandbox',
        `até ${limit.SIMULATED_FAILURES_MAX} tentativas`,
        '400; pedido de novo, vale o último',
      ],
      [
        'Relógio do sandbox',
        `até ${number(limit.CLOCK_AHEAD_MAX_S / 86_400)} dias à frente; ${number(limit.CLOCK_STOPS_MAX)} paradas por avanço; a chamada espera até ${durationInWords(limit.CLOCK_WAIT_MS)}`,
        '422; o que se repete acontece uma vez, no destino; 503, e o avanço segue sozinho',
      ],
      ['Chaves de API ativas, por ambiente', number(limit.KEYS_MAX), '422: revogue as que não usa'],
      ['Webhooks, por ambiente', number(limit.WEBHOOKS_MAX), '422: exclua os que não usa'],
      ['Modelos de e-mail próprios, por ambiente', number(limit.EMAIL_TEMPLATES_MAX), '422: exclua os que não usa'],
      [
        'Texto de um modelo de e-mail',
        `assunto de até ${number(limit.EMAIL_SUBJECT_MAX_CHARS)} caracteres e corpo de até ${number(limit.EMAIL_BODY_MAX_CHARS)}`,
        '400',
      ],
      ['Envelopes do plano inicial', `${limit.INITIAL_PLAN_ENVELOPES} por mês`, '402 `FRANQUIA_ESGOTADA`'],
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
      [
        'Páginas desenhadas (`imagem`), por organização',
        `${limit.PICTURES_PER_MINUTE} por minuto, sem contar as que já estão prontas; ${limit.PICTURE_WIDTHS.join(', ')} pixels de largura, ${limit.PICTURE_WIDTH_DEFAULT} sem \`largura\``,
        '429 com `Retry-After`; outra largura sobe para a próxima',
      ],
      ['Dossiês, por organização', `${limit.DOSSIERS_PER_MINUTE} por minuto`, '429 com `Retry-After`'],
      ['Endereço de download', `${durationInWords(limit.DOWNLOAD_TTL_MS)}, um só uso`, '404: peça outro'],
      [
        'Endereço para mostrar dentro de uma página sua',
        `${durationInWords(limit.EMBEDDED_LINK_TTL_MS)} para abrir, uma vez; a sessão dura ${durationInWords(limit.EMBEDDED_SESSION_TTL_MS)}`,
        '410: peça outro',
      ],
      [
        'Links públicos de um modelo',
        `${number(limit.FORMS_PER_TEMPLATE)} abertos; \`limite\` de até ${number(limit.FORM_ANSWERS_MAX)} e \`prazoDias\` de até ${number(limit.FORM_DAYS_MAX)}`,
        '422; 400',
      ],
      [
        'Pedidos por links públicos, em produção',
        `${limit.FORM_REQUESTS_PER_HOUR} por hora por IP e ${limit.FORM_MAILS_TO_ADDRESS_PER_HOUR} para um mesmo e-mail; a mensagem serve por ${durationInWords(limit.FORM_REQUEST_TTL_MS)}`,
        '429 com `Retry-After`; 410: peça outra',
      ],
      ['`origensPermitidas`', number(limit.ALLOWED_ORIGINS_MAX), '400'],
    ],
  ],
  [
    'Arquivos e documentos',
    [
      ['Tamanho do PDF', megabytes(limit.FILE_MAX_BYTES), '413'],
      [
        'Corpo em JSON',
        `${megabytes(limit.BODY_MAX_BYTES)}; com um logo ${megabytes(limit.LOGO_BODY_MAX_BYTES)}, ao assinar ${megabytes(limit.SIGNING_BODY_MAX_BYTES)}, e com um PDF em base64 ${megabytes(limit.UPLOAD_BODY_MAX_BYTES)}, dos quais ${megabytes(limit.BODY_MAX_BYTES)} fora do arquivo`,
        '413',
      ],
      [
        'PDF que o serviço busca (`arquivo.url`)',
        `${megabytes(limit.FILE_MAX_BYTES)} em ${durationInWords(limit.FILE_URL_TIMEOUT_MS)}; até ${limit.FILE_URL_REDIRECTS_MAX} redirecionamentos, nenhum para um endereço interno`,
        '422; 400 se o endereço não é aceito',
      ],
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
      ['`descricao`', characters(limit.DESCRIPTION_MAX_CHARS), '400'],
      ['`mensagem`', characters(limit.MESSAGE_MAX_CHARS), '400'],
      ['`referenciaExterna`', characters(limit.REFERENCE_MAX_CHARS), '400'],
      [
        '`metadados`',
        `até ${limit.METADATA_KEYS_MAX} chaves, cada uma de ${characters(limit.METADATA_KEY_MAX_CHARS)}, e cada valor de ${characters(limit.METADATA_VALUE_MAX_CHARS)}`,
        '400',
      ],
      ['Nome de um signatário', characters(limit.SIGNER_NAME_MAX_CHARS), '400'],
      ['`nomeArquivo`', characters(limit.FILE_NAME_MAX_CHARS), '400'],
      ['`rotulo` de um campo', characters(limit.FIELD_LABEL_MAX_CHARS), '400'],
      ['`texto` de uma `ancora`', characters(limit.ANCHOR_TEXT_MAX_CHARS), '400'],
      ['`chave` de um signatário', characters(limit.SIGNER_KEY_MAX_CHARS), '400'],
      ['Motivo de recusa ou cancelamento', characters(limit.REASON_MAX_CHARS), '400'],
      ['`valorPadrao`, e o que se preenche em um campo', characters(limit.FIELD_VALUE_MAX_CHARS), '400'],
      ['Nomes de pastas, modelos, chaves, pessoas e organizações', characters(limit.NAME_MAX_CHARS), '400'],
      ['Mensagem do formulário de contato', characters(limit.CONTACT_MESSAGE_MAX_CHARS), '400'],
      [
        'Lembrete',
        `DIARIO a cada ${durationInWords(limit.REMINDER_INTERVAL_MS.DIARIO)}, SEMANAL a cada ${durationInWords(limit.REMINDER_INTERVAL_MS.SEMANAL)}, desde o envio`,
        'só a quem foi convidado e não assinou',
      ],
      [
        'Do prazo à situação EXPIRADO',
        `até ${durationInWords(limit.EXPIRY_WITHIN_MS)}`,
        'nenhum ato de quem assina vale depois do prazo',
      ],
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
    'Contas e organizações',
    [
      [
        'Senha',
        `${limit.PASSWORD_MIN_CHARS} a ${limit.PASSWORD_MAX_CHARS} caracteres, e difícil de adivinhar`,
        '400 `SENHA_FRACA`',
      ],
      [
        'Sessão do painel',
        `${durationInWords(limit.SESSION_IDLE_MS)} sem uso, ${durationInWords(limit.SESSION_MAX_MS)} ao todo`,
        '401: entre de novo',
      ],
      ['Desafio do segundo fator', durationInWords(limit.CHALLENGE_TTL_MS), '400 `TOKEN_INVALIDO`'],
      ['Códigos de recuperação', `${limit.RECOVERY_CODES}, cada um de um só uso`, '401'],
      ['Convite de membro', durationInWords(limit.INVITATION_TTL_MS), '400 `TOKEN_INVALIDO`'],
      [
        'Link que confirma o e-mail',
        `${durationInWords(limit.EMAIL_CONFIRMATION_TTL_MS)}; ${limit.EMAIL_CONFIRMATIONS_PER_HOUR} reenvios e ${limit.EMAIL_CHANGES_PER_HOUR} trocas de endereço por hora`,
        '400 `TOKEN_INVALIDO`; 429 com `Retry-After`',
      ],
      [
        'Link que redefine a senha',
        `${durationInWords(limit.PASSWORD_RESET_TTL_MS)}; ${limit.PASSWORD_RESETS_PER_HOUR} mensagens por hora`,
        '400 `TOKEN_INVALIDO`; nenhuma mensagem a mais',
      ],
      [
        'Encerramento da organização',
        `${durationInWords(limit.ORGANIZATION_CLOSING_GRACE_MS)} para voltar atrás`,
        'os membros perdem o acesso',
      ],
      ['Resposta a um pedido LGPD', durationInWords(limit.DATA_REQUEST_LEGAL_MS), 'o prazo da lei passou'],
      ['Carência de uma eliminação', durationInWords(limit.DATA_DELETION_GRACE_MS), 'os dados são apagados'],
      ['Arquivo feito para o titular', durationInWords(limit.DATA_EXPORT_TTL_MS), '409: abra outro pedido'],
      [
        'Guarda do que foi concluído',
        `ao menos ${number(limit.CONCLUDED_RETENTION_MIN_DAYS)} dias`,
        '400 a uma política menor',
      ],
      [
        'OAuth 2.0: código, acesso e renovação',
        [limit.OAUTH_CODE_TTL_MS, limit.OAUTH_ACCESS_TTL_MS, limit.OAUTH_REFRESH_TTL_MS]
          .map(durationInWords)
          .join(', '),
        'peça outro',
      ],
      ['OAuth 2.0: chamadas, por IP', `${limit.OAUTH_REQUESTS_PER_MINUTE} por minuto`, '429 com `Retry-After`'],
    ],
  ],
  [
    'Webhooks',
    [
      ['Endereço', characters(limit.URL_MAX_CHARS), '400'],
      [
        'Corpo da sua resposta',
        `lido até ${limit.WEBHOOK_RESPONSE_MAX_BYTES / 1024} KiB, guardado até ${limit.WEBHOOK_ANSWER_KEPT_BYTES / 1024} KiB`,
        'o resto não é lido',
      ],
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

/** The same as Markdown tables, each with a heading. */
export function limitsInMarkdown(): string {
  return LIMIT_GROUPS.map(([title, rows]) => {
    const lines = rows.map(([what, value, beyond]) => `| ${what} | ${value} | ${beyond} |`);
    return `## ${title}\n\n| Limite | Valor | Além dele |\n|---|---|---|\n${lines.join('\n')}`;
  }).join('\n\n');
}
