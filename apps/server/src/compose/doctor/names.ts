/** Everything that is examined, by the name under which an operator asks for it (`--so`), in the order it is told. */
export const CHECK_NAMES = [
  ...([
    'relogio',
    'banco',
    'fila',
    'documentos',
    'arquivos',
    'disco',
    'memoria',
    'chave',
    'selo',
    'carimbo',
    'registro',
  ] as const),
  ...(['correio', 'sms', 'antivirus', 'limites', 'webhooks', 'enderecos', 'copias'] as const),
] as const;

export type CheckName = (typeof CHECK_NAMES)[number];
