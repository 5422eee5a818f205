import type { TipoConteudoAtivo } from './enums.ts';

/** How what a file brings besides its pages is told: to sender and signers, and in the certificate. */
interface Telling {
  readonly tipo: TipoConteudoAtivo;
  /** Without its full stop. What is named of the file stands at `{nome}`, or else follows after a colon. */
  readonly descricao: string;
}

/**
 * Every sentence that tells what a file brings, in the Portuguese that is recorded. `apps/web/kit/content` has them in the
 * other languages of the pages; the compiler asks for all of them. Evidence has the sentence, not the name of the row: a
 * sentence reworded here is one that pages know no translation of where it was recorded before.
 */
export const CONTENT_TELLINGS = {
  SCRIPT: { tipo: 'JAVASCRIPT', descricao: 'Código JavaScript, desarmado no documento assinado' },
  LAUNCH: { tipo: 'ACAO', descricao: 'Ação que abre um programa ou outro arquivo, desarmada no documento assinado' },
  SUBMIT: { tipo: 'ACAO', descricao: 'Ação que envia dados do formulário, desarmada no documento assinado' },
  IMPORT: { tipo: 'ACAO', descricao: 'Ação que importa dados para o formulário, desarmada no documento assinado' },
  RESET: { tipo: 'ACAO', descricao: 'Ação que limpa o formulário, desarmada no documento assinado' },
  OTHER_FILE: { tipo: 'ACAO', descricao: 'Ação que leva a outro arquivo, desarmada no documento assinado' },
  HIDE: { tipo: 'ACAO', descricao: 'Ação que mostra ou esconde partes da página, desarmada no documento assinado' },
  LAYER_STATE: { tipo: 'ACAO', descricao: 'Ação que liga ou desliga camadas, desarmada no documento assinado' },
  COMMAND: { tipo: 'ACAO', descricao: 'Ação que dá um comando ao leitor de PDF, desarmada no documento assinado' },
  ADDRESS: {
    tipo: 'ACAO',
    descricao: 'Link que não leva à internet nem a um e-mail ou telefone, desarmado no documento assinado',
  },
  UNKNOWN: { tipo: 'ACAO', descricao: 'Ação de tipo desconhecido, desarmada no documento assinado' },
  TRIGGER: {
    tipo: 'ACAO',
    descricao:
      'Ação que ocorre sem que ninguém clique (ao abrir, virar a página ou imprimir), desarmada no documento assinado',
  },
  REQUIREMENT: { tipo: 'ACAO', descricao: 'Exigência de recursos do leitor de PDF, retirada do documento assinado' },
  XFA: {
    tipo: 'FORMULARIO_XFA',
    descricao: 'Formulário XFA, que alguns leitores mostram no lugar das páginas, retirado do documento assinado',
  },
  MEDIA: { tipo: 'MULTIMIDIA', descricao: 'Ação que toca áudio, vídeo ou animação, desarmada no documento assinado' },
  PLAYER: { tipo: 'MULTIMIDIA', descricao: 'Áudio, vídeo ou conteúdo 3D; no documento assinado fica só a imagem' },
  ATTACHMENT: { tipo: 'ANEXO', descricao: 'Arquivo anexado, que não faz parte das páginas' },
  PORTFOLIO: {
    tipo: 'ANEXO',
    descricao: 'Portfólio, que alguns leitores mostram no lugar das páginas; o documento assinado mostra as páginas',
  },
  LAYERS: { tipo: 'CAMADA', descricao: 'Camadas que o leitor de PDF permite ligar e desligar' },
  LAYERS_HIDDEN: { tipo: 'CAMADA', descricao: 'Camadas escondidas ao abrir o arquivo' },
  LAYERS_PRINT: { tipo: 'CAMADA', descricao: 'Conteúdo que aparece de um jeito na tela e de outro na impressão' },
  NOTES_ON_SCREEN: {
    tipo: 'SO_NA_TELA',
    descricao: 'Anotações que apareciam só na tela; no documento assinado, aparecem também na impressão',
  },
  NOTES_HIDDEN: {
    tipo: 'SO_NA_TELA',
    descricao: 'Anotações escondidas, que poderiam aparecer na tela mais tarde; no documento assinado, não aparecem',
  },
  NOTES_IN_PRINT: {
    tipo: 'SO_NA_IMPRESSAO',
    descricao: 'Anotações que apareciam só na impressão; no documento assinado, não aparecem',
  },
  LOSES_PDFA: { tipo: 'PERDE_PDFA', descricao: 'O arquivo declara PDF/A-{nome}, e o documento assinado não o mantém' },
  LOSES_STRUCTURE: {
    tipo: 'PERDE_ESTRUTURA',
    descricao: 'O arquivo é marcado para leitura em voz alta, e o que se escreve ao assinar não entra nessa marcação',
  },
  FIELD_TAGS: { tipo: 'MARCA', descricao: 'Marcas de campo, cujo texto não aparece no documento assinado' },
} as const satisfies Record<string, Telling>;

export type ContentTold = keyof typeof CONTENT_TELLINGS;

const PLACE = '{nome}';

/**
 * A sentence of what a file brings.
 * @param words one of `CONTENT_TELLINGS`, or what another language has for it
 * @param named what of the file is named, already joined; '' for nothing
 */
export function contentSentence(words: string, named: string): string {
  if (words.includes(PLACE)) return `${words.replace(PLACE, () => named)}.`;
  return named === '' ? `${words}.` : `${words}: ${named}.`;
}

/** Which sentence of `CONTENT_TELLINGS` this is and what it names of the file; null for another wording. */
export function readContentSentence(sentence: string): { told: ContentTold; named: string } | null {
  for (const told of Object.keys(CONTENT_TELLINGS) as ContentTold[]) {
    const words: string = CONTENT_TELLINGS[told].descricao;
    if (sentence === contentSentence(words, '')) return { told, named: '' };
    // A name that no file has shows what stands around it.
    const [before = '', after = ''] = contentSentence(words, '\0').split('\0');
    if (sentence.startsWith(before) && sentence.endsWith(after))
      return { told, named: sentence.slice(before.length, -after.length) };
  }
  return null;
}
