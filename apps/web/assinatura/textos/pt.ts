/** Every text of the page. Other languages have the same shape. */

import type { TipoConteudoAtivo } from '@rubrica/contract/enums';
import { asSaid } from '../../kit/rules/retell.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const VERBOS = {
  ASSINAR: 'Assinar',
  APROVAR: 'Aprovar',
  RECONHECER: 'Reconhecer',
  TESTEMUNHAR: 'Assinar como testemunha',
  ACUSAR_RECEBIMENTO: 'Confirmar recebimento',
  ENDOSSAR: 'Endossar',
} as const;
type Funcao = keyof typeof VERBOS;

const PEDIDOS: Record<Funcao, string> = {
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
  pularParaConteudo: 'Pular para o conteúdo',
  idioma: 'Idioma',
  abrindo: 'Abrindo…',
  tituloLongo: { inteiro: 'Mostrar o título inteiro', encurtar: 'Encurtar o título' },
  fechar: 'Fechar',
  voltar: 'Voltar',
  continuar: 'Continuar',
  recarregar: 'Recarregar a página',
  tentarAgora: 'Tentar agora',
  verificarAgora: 'Verificar agora',
  rodape: 'Assinatura eletrônica por Rubrica',
  rodapeLinks: 'Ajuda',
  denunciar: 'Denunciar o remetente',
  denunciaAssunto: (remetente: string) => `Denúncia do remetente ${remetente}`,
  validarDocumento: 'Validar um documento',
  etapa: (atual: number, total: number) => `Etapa ${atual} de ${total}`,
  paginas: (total: number) => plural(total, 'página', 'páginas'),
  pagina: (numero: number, total: number) => `Página ${numero} de ${total}`,
  prazo: (quando: string) => `Prazo: ${quando} (horário de Brasília)`,
  verbo: VERBOS as Record<Funcao, string>,
  passos: {
    inicio: 'Início',
    fatores: 'Confirme que é você',
    leitura: 'Leia o documento',
    aceite: 'Concorde com o texto',
    campos: 'Preencha e assine',
    revisao: 'Revise e conclua',
  },
  inicio: {
    ola: (nome: string) => `Olá, ${nome}`,
    olaSemNome: 'Olá',
    pedido: (remetente: string, funcao: Funcao, documentos: number) =>
      `${remetente} pede que você ${PEDIDOS[funcao]} ${documentos === 1 ? 'este documento' : `estes ${documentos} documentos`}:`,
    comecar: 'Começar',
    continuar: 'Continuar de onde parei',
    comoFunciona: 'Como funciona',
    explica: {
      inicio: '',
      fatores: 'Um código ou uma informação que só você tem.',
      leitura: 'Percorra todas as páginas, no seu tempo.',
      aceite: 'Uma declaração curta, antes de assinar.',
      campos: 'Mostramos cada lugar que espera por você.',
      revisao: 'Nada é enviado antes de você confirmar.',
    },
  },
  celular: {
    botao: 'Continuar no celular',
    titulo: 'Continuar no celular',
    texto: 'Aponte a câmera do celular para este código. O link é pessoal: não o compartilhe.',
    qr: 'Código QR com o seu link pessoal',
  },
  recusa: {
    botao: 'Recusar',
    titulo: 'Recusar a assinatura',
    texto: 'Quem enviou saberá da recusa e do motivo. Não é possível voltar atrás.',
    qual: 'O que você recusa',
    todos: 'Todos os documentos',
    motivo: 'Motivo da recusa',
    falta: 'Escreva o motivo.',
    confirmar: 'Recusar',
  },
  fatores: {
    porque: (remetente: string) => `${remetente} pediu esta confirmação para proteger a sua assinatura.`,
    nomes: {
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
    desconhecido: 'Esta confirmação ainda não é possível nesta página. Avise quem enviou o documento.',
    enviaremosEmail: 'Enviaremos um código de 6 números para o seu e-mail:',
    enviaremosSms: 'Enviaremos um código de 6 números por SMS para o seu celular:',
    enviar: 'Enviar código',
    naoEMeu: 'Não reconhece este contato? Peça a quem enviou o documento que o corrija.',
    digite: 'Digite o código',
    enviado: 'Enviamos um código de 6 números para',
    codigo: 'Código de 6 números',
    confirmar: 'Confirmar',
    seis: 'O código tem 6 números.',
    errado: (restam: number | null) =>
      `O código não confere ou já venceu.${restam === null ? '' : ` ${restam === 1 ? 'Resta 1 tentativa' : `Restam ${restam} tentativas`}.`}`,
    reenviarEm: (tempo: string) => `Você poderá pedir outro código em ${tempo}.`,
    reenviar: 'Enviar outro código',
    dicaEmail: 'Não chegou? Veja a caixa de spam. O código vale por 10 minutos, e um novo cancela o anterior.',
    dicaSms: 'Pode levar um minuto. O código vale por 10 minutos, e um novo cancela o anterior.',
    descansoTitulo: 'Vamos fazer uma pausa',
    descanso: 'Foram muitas tentativas seguidas. Para a sua segurança, esta confirmação volta em:',
  },
  totp: {
    titulo: 'Aplicativo autenticador',
    abra: 'Abra o aplicativo autenticador no celular e digite o código que ele mostra para este remetente.',
    precisa:
      'Esta assinatura pede um aplicativo autenticador no celular, como Google Authenticator, Microsoft Authenticator ou Authy. O cadastro é feito uma vez.',
    cadastrar: 'Cadastrar o aplicativo',
    passo1: 'Instale no celular um aplicativo autenticador, se ainda não tiver.',
    passo2: 'No aplicativo, toque em adicionar e leia este código QR:',
    passo3: 'Digite abaixo o código de 6 números que o aplicativo mostra.',
    qr: 'Código QR para o aplicativo autenticador',
    manual: 'Não consigo ler o código QR',
    chave: 'Digite esta chave no aplicativo:',
    abrirApp: 'Abrir no aplicativo deste aparelho',
  },
  pessoais: {
    texto: 'Informe os seus dados. Eles são comparados com os que quem enviou já tem.',
    nascimento: 'Data de nascimento',
    formato: 'Dia, mês e ano. Por exemplo: 25/08/1987.',
    errado: (restam: number | null) =>
      `Os dados não conferem com os que foram informados por quem enviou.${restam === null ? '' : ` ${restam === 1 ? 'Resta 1 tentativa' : `Restam ${restam} tentativas`}.`}`,
  },
  leitura: {
    documento: (atual: number, total: number) => `Documento ${atual} de ${total}`,
    explica: 'Role até o fim. Registramos as páginas que você percorreu, não o que você leu.',
    percorridas: (vistas: number, total: number) =>
      total === 1 ? `${vistas} de 1 página percorrida` : `${vistas} de ${total} páginas percorridas`,
    progresso: 'Páginas percorridas',
    proximaPagina: 'Próxima página',
    todas: 'Todas as páginas foram percorridas.',
  },
  conteudo: {
    titulo: 'Este arquivo traz mais do que as páginas mostram',
    explica: 'O que age sozinho não funcionará no documento assinado.',
    tipos: {
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
    paginas: (numeros: readonly number[]) => `${numeros.length === 1 ? 'Página' : 'Páginas'} ${numeros.join(', ')}`,
  },
  leitor: {
    documento: 'Documento',
    baixando: 'Abrindo o documento…',
    semLinha: 'Sem conexão. O documento será aberto assim que ela voltar.',
    falhou: 'O documento não pôde ser mostrado.',
    paginaFalhou: 'Esta página não pôde ser desenhada. Use “Ver como texto” ou baixe o PDF.',
    previa: 'Prévia da primeira página',
    semTexto: 'Esta página não tem texto: é uma imagem.',
    ferramentas: 'Ferramentas de leitura',
    diminuir: 'Diminuir',
    aumentar: 'Aumentar',
    comoTexto: 'Ver como texto',
    baixar: 'Baixar o PDF',
  },
  aceite: {
    emPortugues: 'O texto tem valor legal e é mantido em português.',
    versao: (versao: string) => `Texto de concordância, versão ${versao}.`,
    concordo: 'Li o documento e concordo com a declaração acima.',
    falta: 'Marque a caixa para continuar.',
    rever: 'Rever o documento',
  },
  campos: {
    explica: 'Toque em “Próximo”: levamos você a cada campo.',
    nome: (rotulo: string, obrigatorio: boolean) => `${rotulo}${obrigatorio ? '' : ' (opcional)'}`,
    posicao: (atual: number, total: number, nome: string) => `Campo ${atual} de ${total}: ${nome}`,
    de: (atual: number, total: number) => `${atual} de ${total}`,
    faltam: (faltam: number, total: number) =>
      faltam === 0 ? 'Tudo preenchido' : `${plural(faltam, 'campo', 'campos')} a preencher, de ${total}`,
    comecar: 'Ir ao primeiro campo',
    proximo: 'Próximo',
    anterior: 'Campo anterior',
    revisar: 'Revisar',
    assineAqui: 'Assine aqui',
    rubriqueAqui: 'Rubrica',
    feita: 'Feita. Acione para trocar.',
    aFazer: 'Acione para fazer.',
    doRemetente: 'preenchido por quem enviou',
    preenchido: (nome: string) => `${nome}, preenchido por quem enviou:`,
    dataAutomatica: 'Preenchida com o dia da assinatura.',
    obrigatorio: 'Obrigatório',
    opcional: 'Opcional',
  },
  tipos: {
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
  problemas: {
    vazio: 'Preencha este campo.',
    cpf: 'Confira o CPF: os números não batem.',
    cnpj: 'Confira o CNPJ: os caracteres não batem.',
    email: 'Confira o e-mail.',
    longo: 'O texto é longo demais.',
    assinatura: 'Falta a sua assinatura.',
    rubrica: 'Falta a sua rubrica.',
    imagem: 'Falta a imagem.',
    marcar: 'Marque esta caixa para continuar.',
    data: 'Confira a data: dia, mês e ano.',
  },
  marca: {
    titulo: { assinatura: 'Sua assinatura', rubrica: 'Sua rubrica' },
    como: 'Como você quer assinar',
    modos: { desenhar: 'Desenhar', digitar: 'Digitar', enviar: 'Enviar imagem' },
    desenhe: 'Use o dedo, a caneta ou o mouse. Quem prefere o teclado pode digitar: vale o mesmo.',
    area: 'Área de desenho',
    desfazer: 'Desfazer',
    limpar: 'Limpar',
    digite: { assinatura: 'Seu nome', rubrica: 'Suas iniciais' },
    arquivo: 'Escolha uma imagem',
    arquivoDica: 'Uma foto ou digitalização em fundo claro. Ela é reduzida no seu aparelho antes do envio.',
    outroArquivo: 'Trocar a imagem',
    previa: 'Como a imagem ficará',
    problemas: {
      ponto: 'Isso é pouco para uma assinatura. Desenhe um traço maior.',
      texto: 'Escreva como quer assinar.',
      arquivo: 'Escolha uma imagem.',
      imagem: 'Este arquivo não é uma imagem que possamos usar. Tente uma foto em JPEG ou PNG.',
    },
    vale: {
      assinatura: 'Será usada em todos os campos de assinatura.',
      rubrica: 'Será usada em todos os campos de rubrica.',
    },
    usar: { assinatura: 'Usar esta assinatura', rubrica: 'Usar esta rubrica' },
    usarImagem: 'Usar esta imagem',
    usada: 'Pronto. Foi colocada em todos os campos.',
  },
  dados: {
    titulo: 'Seus dados',
    texto: 'É assim que você aparece no registro da assinatura. Corrija, se preciso.',
    nome: 'Nome completo',
    cpf: 'CPF (se quiser corrigir ou acrescentar)',
    cpfDica: 'Em branco, fica como está.',
    travados: 'Quem enviou não permite alterar estes dados. Se houver erro, fale com quem enviou antes de assinar.',
  },
  revisao: {
    faltam: (total: number) => `${total === 1 ? 'Falta 1 campo' : `Faltam ${total} campos`} a preencher.`,
    preencher: 'Ir ao que falta',
    corrigirCampo: 'Ir ao campo',
    voltarCampos: 'Voltar aos campos',
    doRemetente: 'Preenchido por quem enviou',
    vazio: 'Em branco',
    marcado: 'Marcado',
    desmarcado: 'Não marcado',
    efeito: (funcao: Funcao) =>
      `Ao tocar em “${VERBOS[funcao]}”, a sua assinatura eletrônica é registrada com data, hora e endereço de internet.`,
    assinando: 'Registrando…',
  },
  assinado: {
    titulo: (funcao: string, agora: boolean) =>
      funcao === 'ACUSAR_RECEBIMENTO' ? 'Recebimento confirmado' : agora ? 'Pronto, você assinou' : 'Você já assinou',
    quando: (quando: string) => `Registrado em ${quando} (horário de Brasília).`,
    concluido: (documentos: number) =>
      documentos === 1
        ? 'Todos assinaram. O documento está concluído e selado.'
        : 'Todos assinaram. Os documentos estão concluídos e selados.',
    andamento:
      'A sua parte está feita e registrada. Quando as outras pessoas assinarem e o arquivo for selado, a via assinada aparece aqui.',
    selando: (documentos: number) =>
      `Todos assinaram. Estamos selando ${documentos === 1 ? 'o arquivo' : 'os arquivos'}: em instantes a via assinada aparece aqui.`,
    selandoUm: 'Todos assinaram; o arquivo está sendo selado',
    acompanhando: 'Acompanhando a conclusão…',
    codigo: 'Código de validação:',
    conferir: 'Conferir',
    baixar: 'Baixar a via assinada',
    baixarCertificado: 'Baixar o certificado',
    semFator: 'Para baixar, abra o link pelo e-mail em que você o recebeu.',
    guarde: 'Este link é pessoal e continua servindo para voltar a esta página.',
  },
  situacoes: {
    RASCUNHO: 'Em preparação',
    AGUARDANDO_ASSINATURAS: 'Aguardando as outras pessoas',
    PARCIALMENTE_ASSINADO: 'Aguardando as outras pessoas',
    ASSINADO: 'Concluído',
    RECUSADO: 'Recusado',
    CANCELADO: 'Cancelado',
    EXPIRADO: 'Prazo encerrado',
  },
  estados: {
    aguardando: {
      titulo: 'Ainda não é a sua vez',
      texto: [
        'Outra pessoa precisa assinar antes. Você receberá um aviso quando chegar a sua vez.',
        'Pode fechar esta página, ou deixá-la aberta: ela se atualiza sozinha.',
      ],
    },
    cedo: {
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
    desconhecido: {
      titulo: 'Não encontramos este link',
      texto: [
        'Confira se o endereço está completo: alguns aplicativos cortam links longos.',
        'Se o problema continuar, peça um novo link a quem enviou o documento.',
      ],
    },
    foraDoAr: {
      titulo: 'O serviço está fora do ar por um instante',
      texto: ['Nada do que você fez se perdeu. Tentaremos de novo sozinhos, em alguns segundos.'],
    },
    semConexao: {
      titulo: 'Sem conexão com a internet',
      texto: ['Confira o Wi-Fi ou os dados móveis. A página abre sozinha quando a conexão voltar.'],
    },
  },
  /** @param motivo why the link is over, as the server says it */
  linkMorto: (motivo: string | null): { titulo: string; texto: string[] } => {
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
  semLinha: {
    titulo: 'Sem conexão',
    texto:
      'O que você preencheu está guardado nesta página e será enviado quando a conexão voltar. Não feche a página.',
  },
  semServico: {
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
