import { asSaid } from '../../kit/rules/retell.ts';
import type { CodeProblem } from '../code.ts';
import type { FileProblem } from '../file.ts';
import type { Authenticity, Headline } from '../validar/verdict.ts';

/** Every text of the public pages. Other languages have the same shape. */

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function waiting(seconds: number): string {
  if (seconds < 60) return plural(seconds, 'segundo', 'segundos');
  return plural(Math.ceil(seconds / 60), 'minuto', 'minutos');
}

const validar = {
  tituloDaPagina: 'Validar um documento',
  titulo: 'Este documento é autêntico?',
  introduction:
    'Confira pelo código, pelo QR ou pelo próprio PDF. A resposta diz se o documento é o que foi registrado aqui e se já está concluído.',
  codigo: {
    titulo: 'Código do documento',
    hint: 'Está no rodapé de cada página. Pode colar como vier: com espaços, minúsculas ou o endereço inteiro.',
    button: 'Conferir o código',
    issue: (problem: CodeProblem): string => {
      if (problem.kind === 'blank') return 'Digite o código que está no rodapé do documento.';
      if (problem.kind === 'letter') {
        return `Os códigos não usam “${problem.letter}”. Confira se não é outra letra ou um número.`;
      }
      return `Faltam ${plural(problem.missing, 'letra ou número', 'letras ou números')}. O código tem 12 depois de SVC.`;
    },
  },
  qr: {
    titulo: 'Ler o QR com a câmera',
    texto: 'Aponte para o QR do rodapé. A imagem não sai do seu aparelho.',
    button: 'Abrir a câmera',
    dialog: 'Aponte para o QR do documento',
    opening: 'Abrindo a câmera…',
    searching: 'Procurando o QR… Chegue mais perto e deixe-o inteiro no quadro.',
    other: 'Este QR não é de um documento daqui. Aponte para o QR do rodapé das páginas.',
    refused: {
      titulo: 'A câmera não foi liberada',
      texto:
        'Para usá-la, permita a câmera nas configurações deste site, no cadeado ao lado do endereço, e tente de novo. Sem ela você confere do mesmo jeito:',
    },
    absent: {
      titulo: 'Não encontramos uma câmera',
      texto: 'Este aparelho não tem câmera, ou este navegador não deixa usá-la. Você confere do mesmo jeito:',
    },
    busy: {
      titulo: 'A câmera não respondeu',
      texto: 'Outro programa pode estar usando a câmera. Feche-o e tente de novo, ou confira de outro jeito:',
    },
    tryIt: 'Tentar de novo',
    typeIn: 'Digitar o código',
    foto: 'Enviar uma foto do QR',
    pictureWithoutQr: 'Não encontramos um QR de documento nessa foto. Tente outra, mais perto e com boa luz.',
    arquivo: 'Conferir o PDF',
  },
  arquivo: {
    titulo: 'Conferir o PDF',
    texto: 'Arraste o arquivo até aqui ou escolha-o.',
    touchText: 'Escolha o arquivo no seu aparelho.',
    button: 'Escolher o PDF',
    privacy:
      'O arquivo não é enviado. O seu navegador calcula a impressão digital dele (SHA-256), e só esse número vai à consulta.',
    drop: 'Solte o PDF para conferir',
    computing: (nome: string) => `Calculando a impressão digital de ${nome}…`,
    certificado:
      'Este arquivo parece ser o certificado de conclusão, que acompanha o documento e não é o documento assinado. Para conferir por dentro o certificado e o PDF assinado, use o verificador, mais abaixo.',
    onlyOne: 'Conferimos um arquivo por vez; ficamos com o primeiro.',
    issue: {
      notPdf: 'Este arquivo não é um PDF. Escolha o PDF do documento, não uma foto, um texto ou um arquivo compactado.',
      blank: 'Este arquivo está vazio. Baixe o documento de novo e tente outra vez.',
      tooLarge:
        'Este arquivo passa de 256 MB, mais do que um documento daqui pode ter. Confira se é o PDF certo, ou use o código.',
      illegible: 'Não conseguimos ler este arquivo. Ele pode ter sido movido, ou ser uma pasta. Escolha-o de novo.',
      noSecureContext:
        'Este endereço não usa conexão segura (https), e sem ela o navegador não calcula a impressão digital. Use o código.',
    } as Record<FileProblem, string>,
  },
  consulting: 'Consultando…',
  teste: {
    titulo: 'SEM VALIDADE JURÍDICA — AMBIENTE DE TESTE',
    texto:
      'Esta página mostra documentos de teste, em que remetente e signatários podem ser a mesma pessoa. Nada do que ela diz prova uma assinatura.',
    producao: 'Conferir um documento de verdade',
  },
  resposta: {
    seeDocumento: 'Ver o documento',
    ofDocumento: (codigo: string) => `Documento ${codigo}.`,
    ifTest: 'Documentos de teste não constam aqui.',
    checkTest: 'Conferir um documento de teste',
    headline: {
      test: 'Documento de teste, sem validade jurídica',
      certificado: 'Certificado de conclusão reconhecido',
      beforeSignatures: 'Arquivo de antes das assinaturas',
      authenticCompleted: 'Arquivo autêntico, documento concluído',
      recordedCompleted: 'Código registrado, documento concluído',
      emAndamento: 'Documento ainda não concluído',
      recusado: 'Documento recusado',
      cancelado: 'Documento cancelado',
      expirado: 'Prazo encerrado sem conclusão',
      noStatus: 'Documento registrado',
      different: 'Arquivo diferente do registrado',
      unknownFile: 'Não conhecemos este arquivo',
      unknownCode: 'Não encontramos este código',
    } as Record<Headline, string>,
    authenticity: 'É autêntico?',
    autentico: {
      certificado:
        'O arquivo que você conferiu é um certificado de conclusão emitido aqui, idêntico byte a byte. Ele acompanha o documento e não é o documento assinado.',
      beforeSignatures:
        'O arquivo que você conferiu é o que foi enviado para assinatura, sem as assinaturas. Ele não é o documento assinado: peça o PDF final a quem o enviou.',
      identicalFile: 'Sim. O arquivo que você conferiu é idêntico, byte a byte, ao arquivo assinado registrado aqui.',
      fileBeingSigned:
        'O arquivo que você conferiu é idêntico ao que foi enviado para assinatura. Ele não é um documento assinado.',
      codeOnly:
        'O código existe aqui, mas ninguém conferiu o arquivo ou o papel que está com você. Um código pode ser copiado para outro documento: compare o nome e as pessoas abaixo e confira o PDF.',
      different:
        'O arquivo que você conferiu não é o registrado com este código. Ele pode ter sido alterado, salvo de novo por outro programa, ou ser outra versão, como a cópia de antes das assinaturas. Peça o arquivo original a quem o enviou.',
      unknownFile:
        'Nenhum registro tem este arquivo. Isso não quer dizer que ele seja falso: pode ser de outro serviço, uma versão anterior, ou uma cópia que foi salva de novo. Se há um código no rodapé, informe-o para compararmos.',
      unknownCode:
        'Nenhum registro tem este código. Isso não quer dizer que o documento seja falso: pode haver um engano de digitação, ou o código ser de outro serviço.',
    } as Record<Authenticity, string>,
    processo: 'Está concluído?',
    recordedProcess: 'E o documento registrado, está concluído?',
    situacao: {
      CONCLUIDO: 'Sim. Todas as assinaturas pedidas foram feitas.',
      EM_ANDAMENTO: 'Ainda não. Falta alguém assinar, e o documento pode não chegar a ser concluído.',
      RECUSADO: 'Não, e não será. Quem deveria assinar recusou.',
      CANCELADO: 'Não, e não será. Quem enviou cancelou o pedido.',
      EXPIRADO: 'Não, e não será. O prazo terminou antes de todos assinarem.',
    } as Record<string, string>,
    otherStatus: (valor: string) => `Situação informada pelo serviço: ${valor}.`,
    ofRecorded: 'O que segue é do documento registrado, não do arquivo que está com você.',
    dados: 'O documento registrado',
    nome: 'Nome',
    paginas: 'Páginas',
    nivel: 'Nível',
    levels: {
      ELETRONICA: 'Assinatura eletrônica',
      SEGURA: 'Assinatura eletrônica com código de uso único',
    } as Record<string, string>,
    criadoEm: 'Criado em',
    finalizadoEm: 'Concluído em',
    codigo: 'Código',
    certificateOf: 'Certificado',
    certificateVersion: (codigo: string, versao: number, when: string) => `${codigo}, versão ${versao}, de ${when}`,
    timeOfDay: 'Datas no horário de Brasília.',
    fingerprint: 'Impressão digital registrada (SHA-256)',
    yourFingerprint: 'Impressão digital do seu arquivo (SHA-256)',
    persons: 'Quem assina',
    emailMascarado: 'Os e-mails aparecem encobertos para proteger as pessoas.',
    noName: 'Sem nome informado',
    papel: {
      ASSINAR: 'Signatário',
      APROVAR: 'Aprovador',
      RECONHECER: 'Reconhece o documento',
      TESTEMUNHAR: 'Testemunha',
      ACUSAR_RECEBIMENTO: 'Confirma o recebimento',
      ENDOSSAR: 'Endossante',
    } as Record<string, string>,
    hasSigned: (when: string) => `Assinou em ${when}`,
    withFactors: 'Identificou-se com:',
    ip: 'De:',
    pending: 'Ainda não assinou',
    refused: 'Recusou',
    didNotSign: 'Não assinou',
    otherCode: (readItem: string, request: string) =>
      `O seu arquivo traz o código ${readItem}, e não ${request}. A resposta é sobre o arquivo.`,
    otherAddress: (host: string) =>
      `Atenção: o QR leva a ${host}, que não é este serviço. A resposta abaixo é sobre o código que estava nele.`,
    fileChecked: (nome: string) => `Arquivo conferido: ${nome}`,
    nowCheck: 'Agora confira o PDF',
    giveCode: 'Comparar com um código',
    fresh: 'Conferir outro documento',
  },
  registro: { titulo: 'Registro aberto', proof: 'baixar a prova', how: 'como conferir a prova' },
  failures: {
    noConnection: 'Sem conexão com a internet. O que você informou continua aqui.',
    offline: 'O serviço não respondeu. O que você informou continua aqui.',
    limite: 'Muitas consultas seguidas deste endereço de internet. Esperamos um pouco e consultamos de novo por você.',
    tally: (seconds: number) => (seconds > 0 ? `Daqui a ${waiting(seconds)}.` : 'Consultando de novo…'),
    tryIt: 'Tentar de novo',
  },
  verifier: {
    titulo: 'Conferir sem depender deste serviço',
    texto:
      'O verificador é um arquivo só. Abra-o do disco, mesmo sem internet, e dê a ele o PDF assinado e o certificado: ele refaz todos os cálculos no seu computador.',
    baixar: 'Baixar o verificador',
    selo: 'Selo desta instalação',
    how: 'Como funciona',
    hash: 'SHA-256 do programa, como está no repositório (a cópia daqui traz a mais os selos desta instalação; os dois números estão em /verificar.sha256):',
  },
};

const contato = {
  tituloDaPagina: 'Contato',
  titulo: 'Fale com quem cuida deste serviço',
  introduction: 'Dúvidas, problemas ou denúncias. Respondemos por e-mail.',
  report:
    'Você está denunciando um remetente. Conte o que aconteceu e por que desconfia. Não clique em assinar enquanto houver dúvida.',
  nome: 'Seu nome',
  email: 'Seu e-mail',
  mailHint: 'É para ele que vai a resposta.',
  assunto: 'Assunto',
  optional: 'opcional',
  mensagem: 'Mensagem',
  messageHint: 'Não mande senhas, códigos nem números de documentos de outras pessoas.',
  remain: (count: number) => `Restam ${plural(count, 'caractere', 'caracteres')}`,
  referenceCode: 'Referência do documento',
  referenceHint: 'Vai junto da mensagem, para encontrarmos o pedido de assinatura.',
  noReference: 'Não enviar',
  limites: (hour: number, day: number) =>
    `De cada endereço de internet recebemos até ${hour} mensagens por hora e ${day} por dia.`,
  enviar: 'Enviar mensagem',
  sending: 'Enviando…',
  erros: {
    nome: 'Informe o seu nome.',
    email: 'Confira o e-mail: falta algo, como em nome@exemplo.com.br.',
    mensagem: 'Escreva a mensagem.',
    resumo: (count: number) => `Falta acertar ${plural(count, 'campo', 'campos')}.`,
  },
  failures: {
    noConnection: 'Sem conexão com a internet. A mensagem continua aqui: envie quando a conexão voltar.',
    offline:
      'O serviço não respondeu e não sabemos se a mensagem chegou. Ela continua aqui: tente de novo em instantes.',
    limite: (when: string, hour: number, day: number) =>
      `Este endereço de internet já enviou o máximo: ${hour} mensagens em uma hora ou ${day} em um dia. A mensagem continua aqui; você poderá enviá-la a partir de ${when}.`,
    limitOver: 'Já é possível enviar de novo. A mensagem continua aqui.',
    refused: 'O serviço não aceitou a mensagem. Confira os campos e tente de novo.',
  },
  enviada: {
    titulo: 'Mensagem recebida',
    texto: (email: string) => `A resposta vai para ${email}. Guarde o protocolo:`,
    protocolo: 'Protocolo',
    other: 'Escrever outra mensagem',
  },
};

export const pt = {
  fromService: asSaid,
  skipToContent: 'Pular para o conteúdo',
  language: 'Idioma',
  principal: 'Principal',
  footer: 'Rubrica, assinatura eletrônica de código aberto',
  footerLinks: 'Rodapé',
  longName: { whole: 'Mostrar o nome inteiro', shorten: 'Encurtar o nome' },
  close: 'Fechar',
  links: { validar: 'Validar', docs: 'Documentação', painel: 'Painel', contato: 'Contato' },
  verificacao: 'Como conferir',
  selo: 'Selo',
  privacy: 'Privacidade',
  terms: 'Termos',
  pageFailure: {
    titulo: 'A página parou de responder',
    texto: 'Algo deu errado nesta página. Recarregue para tentar de novo.',
    reloadPage: 'Recarregar a página',
  },
  validar,
  contato,
};

export type Texts = typeof pt;
