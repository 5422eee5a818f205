/** The groups of operations in the served contract, in reading order. */
export const TAGS = {
  Documentos: 'O PDF, as regras da assinatura e o seu ciclo de vida, do rascunho ao certificado.',
  Signatários: 'As pessoas que assinam um documento.',
  Campos: 'Onde cada pessoa preenche ou assina.',
  Envelopes: 'Vários documentos em um só envio.',
  Pastas: 'Organização dos documentos.',
  Clientes: 'O cadastro das pessoas a quem se enviam documentos.',
  Modelos: 'PDFs com papéis e variáveis, para gerar documentos sem novo envio de arquivo.',
  Webhooks: 'Avisos assinados a cada mudança de estado.',
  Eventos: 'O que aconteceu, para ler quando quiser.',
  Chamadas: 'O que foi pedido à API nos últimos 90 dias, e com que resultado.',
  'Validação pública': 'Conferência de autenticidade por qualquer pessoa, sem credencial.',
  Assinatura: 'O que a tela de assinatura usa, pelo link pessoal de quem assina.',
  Organização: 'Cadastro, marca e membros.',
  Consumo: 'Medição, plano e faturas.',
  'Proteção de dados': 'Pedidos de titulares e prazos de guarda.',
  'Chaves de API': 'Gestão de chaves, só pelo painel.',
  Sessões: 'Acesso ao painel. Não servem a integrações.',
  Conta: 'Os dados e as preferências de quem entrou, só pelo painel.',
  Sandbox: 'Só no ambiente de teste.',
  Contato: 'Formulário do site.',
  OAuth: 'Acesso delegado por OAuth 2.0.',
  Contrato: 'Este documento.',
} as const;

export type Tag = keyof typeof TAGS;

/** A group's name in ASCII, from which generators make class and file names: `Sessoes` for `Sessões`. */
export const tagName = (tag: string): string => tag.normalize('NFD').replace(/\p{M}/gu, '');
