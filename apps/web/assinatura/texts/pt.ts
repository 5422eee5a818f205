/** Every text of the page. Other languages have the same shape. */

import type { TipoConteudoAtivo } from '@rubrica/contract/enums';
import { asSaid } from '../../kit/rules/retell.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const VERBS = {
  ASSINAR: 'Assinar',
  APROVAR: 'Aprovar',
  RECONHECER: 'Reconhecer',
  TESTEMUNHAR: 'Assinar como testemunha',
  ACUSAR_RECEBIMENTO: 'Confirmar recebimento',
  ENDOSSAR: 'Endossar',
} as const;
type Funcao = keyof typeof VERBS;

const REQUESTS: Record<Funcao, string> = {
  ASSINAR: 'assine',
  APROVAR: 'aprove',
  RECONHECER: 'reconheça',
  TESTEMUNHAR: 'assine, como testemunha,',
  ACUSAR_RECEBIMENTO: 'confirme que recebeu',
  ENDOSSAR: 'endosse',
};

export const pt = {
  doServico: asSaid,
  tituloDaPagina: 'Assinatura de documento',
  skipToContent: 'Pular para o conteúdo',
  language: 'Idioma',
  opening: 'Abrindo…',
  longTitle: { whole: 'Mostrar o título inteiro', shorten: 'Encurtar o título' },
  close: 'Fechar',
  back: 'Voltar',
  goOn: 'Continuar',
  reloadPage: 'Recarregar a página',
  tryNow: 'Tentar agora',
  verifyNow: 'Verificar agora',
  footer: 'Assinatura eletrônica por Rubrica',
  footerLinks: 'Ajuda',
  reportSender: 'Denunciar o remetente',
  reportSubject: (remetente: string) => `Denúncia do remetente ${remetente}`,
  validateDocumento: 'Validar um documento',
  step: (atual: number, total: number) => `Etapa ${atual} de ${total}`,
  paginas: (total: number) => plural(total, 'página', 'páginas'),
  pagina: (numero: number, total: number) => `Página ${numero} de ${total}`,
  prazo: (when: string) => `Prazo: ${when} (horário de Brasília)`,
  verb: VERBS as Record<Funcao, string>,
  steps: {
    inicio: 'Início',
    fatores: 'Confirme que é você',
    leitura: 'Leia o documento',
    aceite: 'Concorde com o texto',
    campos: 'Preencha e assine',
    review: 'Revise e conclua',
  },
  inicio: {
    hello: (nome: string) => `Olá, ${nome}`,
    helloWithoutName: 'Olá',
    request: (remetente: string, funcao: Funcao, documentos: number) =>
      `${remetente} pede que você ${REQUESTS[funcao]} ${documentos === 1 ? 'este documento' : `estes ${documentos} documentos`}:`,
    begin: 'Começar',
    goOn: 'Continuar de onde parei',
    howItWorks: 'Como funciona',
    explains: {
      inicio: '',
      fatores: 'Um código ou uma informação que só você tem.',
      leitura: 'Percorra todas as páginas, no seu tempo.',
      aceite: 'Uma declaração curta, antes de assinar.',
      campos: 'Mostramos cada lugar que espera por você.',
      review: 'Nada é enviado antes de você confirmar.',
    },
  },
  mobile: {
    button: 'Continuar no celular',
    titulo: 'Continuar no celular',
    texto: 'Aponte a câmera do celular para este código. O link é pessoal: não o compartilhe.',
    qr: 'Código QR com o seu link pessoal',
  },
  recusa: {
    button: 'Recusar',
    titulo: 'Recusar a assinatura',
    texto: 'Quem enviou saberá da recusa e do motivo. Não é possível voltar atrás.',
    which: 'O que você recusa',
    all: 'Todos os documentos',
    motivo: 'Motivo da recusa',
    missing: 'Escreva o motivo.',
    confirmar: 'Recusar',
  },
  fatores: {
    because: (remetente: string) => `${remetente} pediu esta confirmação para proteger a sua assinatura.`,
    names: {
      EMAIL: 'Código por e-mail',
      SMS_OTP: 'Código por SMS',
      TOTP: 'Aplicativo autenticador',
      DADOS_PESSOAIS: 'Dados pessoais',
      WHATSAPP_OTP: 'Código por WhatsApp',
      SELFIE: 'Selfie',
      BIOMETRIA_FACIAL: 'Biometria facial',
      DOCUMENTO_FOTO: 'Documento com foto',
      CERTIFICADO_ICP: 'Certificado digital',
    },
    cumprido: '(confirmado)',
    unknown: 'Esta confirmação ainda não é possível nesta página. Avise quem enviou o documento.',
    willSendEmail: 'Enviaremos um código de 6 números para o seu e-mail:',
    willSendSms: 'Enviaremos um código de 6 números por SMS para o seu celular:',
    enviar: 'Enviar código',
    notMine: 'Não reconhece este contato? Peça a quem enviou o documento que o corrija.',
    typeIt: 'Digite o código',
    enviado: 'Enviamos um código de 6 números para',
    codigo: 'Código de 6 números',
    confirmar: 'Confirmar',
    six: 'O código tem 6 números.',
    wrong: (remain: number | null) =>
      `O código não confere ou já venceu.${remain === null ? '' : ` ${remain === 1 ? 'Resta 1 tentativa' : `Restam ${remain} tentativas`}.`}`,
    reenviarEm: (tempo: string) => `Você poderá pedir outro código em ${tempo}.`,
    reenviar: 'Enviar outro código',
    emailHint: 'Não chegou? Veja a caixa de spam. O código vale por 10 minutos, e um novo cancela o anterior.',
    smsHint: 'Pode levar um minuto. O código vale por 10 minutos, e um novo cancela o anterior.',
    restTitle: 'Vamos fazer uma pausa',
    rest: 'Foram muitas tentativas seguidas. Para a sua segurança, esta confirmação volta em:',
  },
  totp: {
    titulo: 'Aplicativo autenticador',
    openIt: 'Abra o aplicativo autenticador no celular e digite o código que ele mostra para este remetente.',
    needs:
      'Esta assinatura pede um aplicativo autenticador no celular, como Google Authenticator, Microsoft Authenticator ou Authy. O cadastro é feito uma vez.',
    cadastrar: 'Cadastrar o aplicativo',
    step1: 'Instale no celular um aplicativo autenticador, se ainda não tiver.',
    step2: 'No aplicativo, toque em adicionar e leia este código QR:',
    step3: 'Digite abaixo o código de 6 números que o aplicativo mostra.',
    qr: 'Código QR para o aplicativo autenticador',
    manual: 'Não consigo ler o código QR',
    chave: 'Digite esta chave no aplicativo:',
    abrirApp: 'Abrir no aplicativo deste aparelho',
  },
  pessoais: {
    texto: 'Informe os seus dados. Eles são comparados com os que quem enviou já tem.',
    nascimento: 'Data de nascimento',
    formato: 'Dia, mês e ano. Por exemplo: 25/08/1987.',
    wrong: (remain: number | null) =>
      `Os dados não conferem com os que foram informados por quem enviou.${remain === null ? '' : ` ${remain === 1 ? 'Resta 1 tentativa' : `Restam ${remain} tentativas`}.`}`,
  },
  leitura: {
    documento: (atual: number, total: number) => `Documento ${atual} de ${total}`,
    explains: 'Role até o fim. Registramos as páginas que você percorreu, não o que você leu.',
    walked: (viewed: number, total: number) =>
      total === 1 ? `${viewed} de 1 página percorrida` : `${viewed} de ${total} páginas percorridas`,
    progress: 'Páginas percorridas',
    proximaPagina: 'Próxima página',
    allItems: 'Todas as páginas foram percorridas.',
  },
  conteudo: {
    titulo: 'Este arquivo traz mais do que as páginas mostram',
    explains: 'O que age sozinho não funcionará no documento assinado.',
    types: {
      JAVASCRIPT: 'Código que o leitor de PDF executaria',
      ACAO: 'Ação automática',
      FORMULARIO_XFA: 'Formulário que toma o lugar das páginas',
      MULTIMIDIA: 'Áudio, vídeo ou 3D',
      ANEXO: 'Arquivo anexado',
      CAMADA: 'Camadas',
      SO_NA_TELA: 'Só na tela',
      SO_NA_IMPRESSAO: 'Só na impressão',
      PERDE_PDFA: 'Deixa de ser PDF/A',
      PERDE_ESTRUTURA: 'Marcação para leitura em voz alta',
    } as Record<TipoConteudoAtivo, string>,
    paginas: (numbers: readonly number[]) => `${numbers.length === 1 ? 'Página' : 'Páginas'} ${numbers.join(', ')}`,
  },
  reader: {
    documento: 'Documento',
    downloading: 'Abrindo o documento…',
    noLine: 'Sem conexão. O documento será aberto assim que ela voltar.',
    falhou: 'O documento não pôde ser mostrado.',
    paginaFalhou: 'Esta página não pôde ser desenhada. Use “Ver como texto” ou baixe o PDF.',
    preview: 'Prévia da primeira página',
    noText: 'Esta página não tem texto: é uma imagem.',
    tools: 'Ferramentas de leitura',
    zoomOut: 'Diminuir',
    zoomIn: 'Aumentar',
    asText: 'Ver como texto',
    baixar: 'Baixar o PDF',
  },
  aceite: {
    inPortuguese: 'O texto tem valor legal e é mantido em português.',
    versao: (versao: string) => `Texto de concordância, versão ${versao}.`,
    iAgree: 'Li o documento e concordo com a declaração acima.',
    missing: 'Marque a caixa para continuar.',
    lookAgain: 'Rever o documento',
  },
  campos: {
    explains: 'Toque em “Próximo”: levamos você a cada campo.',
    nome: (rotulo: string, obrigatorio: boolean) => `${rotulo}${obrigatorio ? '' : ' (opcional)'}`,
    position: (atual: number, total: number, nome: string) => `Campo ${atual} de ${total}: ${nome}`,
    de: (atual: number, total: number) => `${atual} de ${total}`,
    leftOver: (leftOver: number, total: number) =>
      leftOver === 0 ? 'Tudo preenchido' : `${plural(leftOver, 'campo', 'campos')} a preencher, de ${total}`,
    begin: 'Ir ao primeiro campo',
    proximo: 'Próximo',
    anterior: 'Campo anterior',
    review: 'Revisar',
    signHere: 'Assine aqui',
    initialHere: 'Rubrica',
    done: 'Feita. Acione para trocar.',
    toDo: 'Acione para fazer.',
    doRemetente: 'preenchido por quem enviou',
    preenchido: (nome: string) => `${nome}, preenchido por quem enviou:`,
    automaticDate: 'Preenchida com o dia da assinatura.',
    obrigatorio: 'Obrigatório',
    optional: 'Opcional',
  },
  types: {
    ASSINATURA: 'Assinatura',
    RUBRICA: 'Rubrica',
    NOME: 'Nome completo',
    DATA: 'Data',
    CPF: 'CPF',
    CNPJ: 'CNPJ',
    EMAIL: 'E-mail',
    TEXTO: 'Texto',
    CHECKBOX: 'Caixa de marcar',
    IMAGEM: 'Imagem',
  },
  issues: {
    blank: 'Preencha este campo.',
    cpf: 'Confira o CPF: os números não batem.',
    cnpj: 'Confira o CNPJ: os caracteres não batem.',
    email: 'Confira o e-mail.',
    long: 'O texto é longo demais.',
    assinatura: 'Falta a sua assinatura.',
    rubrica: 'Falta a sua rubrica.',
    imagem: 'Falta a imagem.',
    mark: 'Marque esta caixa para continuar.',
    data: 'Confira a data: dia, mês e ano.',
  },
  marca: {
    titulo: { assinatura: 'Sua assinatura', rubrica: 'Sua rubrica' },
    how: 'Como você quer assinar',
    modes: { draw: 'Desenhar', typeIn: 'Digitar', enviar: 'Enviar imagem' },
    drawIt: 'Use o dedo, a caneta ou o mouse. Quem prefere o teclado pode digitar: vale o mesmo.',
    area: 'Área de desenho',
    undo: 'Desfazer',
    clear: 'Limpar',
    typeIt: { assinatura: 'Seu nome', rubrica: 'Suas iniciais' },
    arquivo: 'Escolha uma imagem',
    fileHint: 'Uma foto ou digitalização em fundo claro. Ela é reduzida no seu aparelho antes do envio.',
    otherFile: 'Trocar a imagem',
    preview: 'Como a imagem ficará',
    issues: {
      point: 'Isso é pouco para uma assinatura. Desenhe um traço maior.',
      texto: 'Escreva como quer assinar.',
      arquivo: 'Escolha uma imagem.',
      imagem: 'Este arquivo não é uma imagem que possamos usar. Tente uma foto em JPEG ou PNG.',
    },
    vale: {
      assinatura: 'Será usada em todos os campos de assinatura.',
      rubrica: 'Será usada em todos os campos de rubrica.',
    },
    use: { assinatura: 'Usar esta assinatura', rubrica: 'Usar esta rubrica' },
    useImage: 'Usar esta imagem',
    used: 'Pronto. Foi colocada em todos os campos.',
  },
  dados: {
    titulo: 'Seus dados',
    texto: 'É assim que você aparece no registro da assinatura. Corrija, se preciso.',
    nome: 'Nome completo',
    cpf: 'CPF (se quiser corrigir ou acrescentar)',
    cpfHint: 'Em branco, fica como está.',
    locked: 'Quem enviou não permite alterar estes dados. Se houver erro, fale com quem enviou antes de assinar.',
  },
  review: {
    leftOver: (total: number) => `${total === 1 ? 'Falta 1 campo' : `Faltam ${total} campos`} a preencher.`,
    fillIn: 'Ir ao que falta',
    correctField: 'Ir ao campo',
    backToFields: 'Voltar aos campos',
    doRemetente: 'Preenchido por quem enviou',
    blank: 'Em branco',
    checkedBox: 'Marcado',
    unchecked: 'Não marcado',
    effect: (funcao: Funcao) =>
      `Ao tocar em “${VERBS[funcao]}”, a sua assinatura eletrônica é registrada com data, hora e endereço de internet.`,
    signing: 'Registrando…',
  },
  assinado: {
    titulo: (funcao: string, now: boolean) =>
      funcao === 'ACUSAR_RECEBIMENTO' ? 'Recebimento confirmado' : now ? 'Pronto, você assinou' : 'Você já assinou',
    when: (when: string) => `Registrado em ${when} (horário de Brasília).`,
    concluido: (documentos: number) =>
      documentos === 1
        ? 'Todos assinaram. O documento está concluído e selado.'
        : 'Todos assinaram. Os documentos estão concluídos e selados.',
    andamento:
      'A sua parte está feita e registrada. Quando as outras pessoas assinarem e o arquivo for selado, a via assinada aparece aqui.',
    sealing: (documentos: number) =>
      `Todos assinaram. Estamos selando ${documentos === 1 ? 'o arquivo' : 'os arquivos'}: em instantes a via assinada aparece aqui.`,
    sealingOne: 'Todos assinaram; o arquivo está sendo selado',
    following: 'Acompanhando a conclusão…',
    codigo: 'Código de validação:',
    check: 'Conferir',
    baixar: 'Baixar a via assinada',
    baixarCertificado: 'Baixar o certificado',
    noFactor: 'Para baixar, abra o link pelo e-mail em que você o recebeu.',
    keepIt: 'Este link é pessoal e continua servindo para voltar a esta página.',
  },
  statuses: {
    RASCUNHO: 'Em preparação',
    AGUARDANDO_ASSINATURAS: 'Aguardando as outras pessoas',
    PARCIALMENTE_ASSINADO: 'Aguardando as outras pessoas',
    ASSINADO: 'Concluído',
    RECUSADO: 'Recusado',
    CANCELADO: 'Cancelado',
    EXPIRADO: 'Prazo encerrado',
  },
  states: {
    aguardando: {
      titulo: 'Ainda não é a sua vez',
      texto: [
        'Outra pessoa precisa assinar antes. Você receberá um aviso quando chegar a sua vez.',
        'Pode fechar esta página, ou deixá-la aberta: ela se atualiza sozinha.',
      ],
    },
    early: {
      titulo: 'Ainda não está pronto para você',
      texto: ['Assim que chegar a sua vez, este mesmo link abre o documento. Esta página se atualiza sozinha.'],
    },
    recusado: {
      titulo: 'Você recusou',
      texto: ['A recusa e o motivo foram registrados, e quem enviou foi avisado. Não há mais nada a fazer aqui.'],
    },
    cancelado: {
      titulo: 'O pedido foi encerrado',
      texto: ['Este documento não espera mais a sua assinatura. Se tiver dúvidas, fale com quem enviou.'],
    },
    unknown: {
      titulo: 'Não encontramos este link',
      texto: [
        'Confira se o endereço está completo: alguns aplicativos cortam links longos.',
        'Se o problema continuar, peça um novo link a quem enviou o documento.',
      ],
    },
    offline: {
      titulo: 'O serviço está fora do ar por um instante',
      texto: ['Nada do que você fez se perdeu. Tentaremos de novo sozinhos, em alguns segundos.'],
    },
    noConnection: {
      titulo: 'Sem conexão com a internet',
      texto: ['Confira o Wi-Fi ou os dados móveis. A página abre sozinha quando a conexão voltar.'],
    },
  },
  /** @param motivo why the link is over, as the server says it */
  deadLink: (motivo: string | null): { titulo: string; texto: string[] } => {
    switch (motivo) {
      case 'CANCELADO':
        return {
          titulo: 'O pedido foi cancelado',
          texto: [
            'Quem enviou cancelou o documento. Você não precisa fazer nada.',
            'Se tiver dúvidas, fale com quem enviou.',
          ],
        };
      case 'EXPIRADO':
        return {
          titulo: 'O prazo terminou',
          texto: [
            'O documento não pode mais ser assinado.',
            'Se ainda quiser assinar, peça a quem enviou um novo pedido.',
          ],
        };
      case 'RECUSADO':
        return {
          titulo: 'O documento foi recusado',
          texto: ['Uma das pessoas recusou o documento, e ele foi encerrado. Você não precisa fazer nada.'],
        };
      case 'SUBSTITUIDO':
        return {
          titulo: 'Este link foi substituído',
          texto: ['Foi enviado a você um link mais novo. Procure a mensagem mais recente no seu e-mail ou celular.'],
        };
      case 'REMOVIDO':
        return {
          titulo: 'A sua assinatura não é mais necessária',
          texto: ['Quem enviou retirou você deste documento. Você não precisa fazer nada.'],
        };
      default:
        return {
          titulo: 'Este link não vale mais',
          texto: [
            'O documento foi cancelado, recusado ou teve o prazo encerrado, ou um link mais novo foi enviado a você.',
            'Se ainda precisar assinar, peça um novo link a quem enviou.',
          ],
        };
    }
  },
  noLine: {
    titulo: 'Sem conexão',
    texto:
      'O que você preencheu está guardado nesta página e será enviado quando a conexão voltar. Não feche a página.',
  },
  noService: {
    titulo: 'O serviço não respondeu',
    texto: 'O que você preencheu está guardado nesta página. Tentaremos de novo em instantes.',
  },
  falhaDaPagina: {
    titulo: 'A página encontrou uma falha',
    texto: 'Nada foi enviado por engano. Recarregue para continuar de onde o serviço registrou.',
  },
};

/** The shape of a dictionary, without the literal texts of this one. */
type Loose<T> = T extends string
  ? string
  : T extends (...given: infer G) => infer R
    ? (...given: G) => Loose<R>
    : T extends readonly (infer I)[]
      ? readonly Loose<I>[]
      : { readonly [K in keyof T]: Loose<T[K]> };
export type Textos = Loose<typeof pt>;
