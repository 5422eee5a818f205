import type { ConteudoAtivo, TipoConteudoAtivo } from '@rubrica/contract';
import type { ContentFinding, ContentKind } from '@rubrica/pdf';

interface Telling {
  readonly tipo: TipoConteudoAtivo;
  readonly descricao: string;
}

/** How each finding in an upload is described to the sender, to signers, and to readers of the certificate. */
const TELLINGS = {
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
  LOSES_PDFA: { tipo: 'PERDE_PDFA', descricao: 'O arquivo declara PDF/A, e o documento assinado não o mantém' },
  LOSES_STRUCTURE: {
    tipo: 'PERDE_ESTRUTURA',
    descricao: 'O arquivo é marcado para leitura em voz alta, e o que se escreve ao assinar não entra nessa marcação',
  },
} as const satisfies Record<ContentKind, Telling>;

/** Names from the file must not reverse the sentence they are in: control and direction characters are replaced. */
const plain = (name: string): string => name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').trim();

/** The findings in an upload, one sentence each. */
export function contentInWords(findings: readonly ContentFinding[]): ConteudoAtivo[] {
  return findings.map(({ kind, pages, names }) => {
    const { tipo, descricao } = TELLINGS[kind];
    const named = names.map(plain).filter((name) => name !== '');
    return { tipo, descricao: sentence(descricao, kind, named), paginas: pages };
  });
}

function sentence(text: string, kind: ContentKind, names: readonly string[]): string {
  if (kind === 'LOSES_PDFA') return `${text.replace('PDF/A', `PDF/A-${names[0]}`)}.`;
  return names.length === 0 ? `${text}.` : `${text}: ${names.join(', ')}.`;
}
