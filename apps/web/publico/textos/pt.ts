import { asSaid } from '../../kit/rules/retell.ts';
import type { FileProblem } from '../arquivo.ts';
import type { CodeProblem } from '../codigo.ts';
import type { Authenticity, Headline } from '../validar/veredito.ts';

/** Every text of the public pages. Other languages have the same shape. */

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function espera(seconds: number): string {
  if (seconds < 60) return plural(seconds, 'segundo', 'segundos');
  return plural(Math.ceil(seconds / 60), 'minuto', 'minutos');
}

const validar = {
  tituloDaPagina: 'Validar um documento',
  titulo: 'Este documento é autêntico?',
  introducao:
    'Confira pelo código, pelo QR ou pelo próprio PDF. A resposta diz se o documento é o que foi registrado aqui e se já está concluído.',
  codigo: {
    titulo: 'Código do documento',
    dica: 'Está no rodapé de cada página. Pode colar como vier: com espaços, minúsculas ou o endereço inteiro.',
    botao: 'Conferir o código',
    problema: (problem: CodeProblem): string => {
      if (problem.kind === 'vazio') return 'Digite o código que está no rodapé do documento.';
      if (problem.kind === 'letra') {
        return `Os códigos não usam “${problem.letter}”. Confira se não é outra letra ou um número.`;
      }
      return `Faltam ${plural(problem.missing, 'letra ou número', 'letras ou números')}. O código tem 12 depois de SVC.`;
    },
  },
  qr: {
    titulo: 'Ler o QR com a câmera',
    texto: 'Aponte para o QR do rodapé. A imagem não sai do seu aparelho.',
    botao: 'Abrir a câmera',
    dialogo: 'Aponte para o QR do documento',
    abrindo: 'Abrindo a câmera…',
    procurando: 'Procurando o QR… Chegue mais perto e deixe-o inteiro no quadro.',
    outro: 'Este QR não é de um documento daqui. Aponte para o QR do rodapé das páginas.',
    recusada: {
      titulo: 'A câmera não foi liberada',
      texto:
        'Para usá-la, permita a câmera nas configurações deste site, no cadeado ao lado do endereço, e tente de novo. Sem ela você confere do mesmo jeito:',
    },
    ausente: {
      titulo: 'Não encontramos uma câmera',
      texto: 'Este aparelho não tem câmera, ou este navegador não deixa usá-la. Você confere do mesmo jeito:',
    },
    ocupada: {
      titulo: 'A câmera não respondeu',
      texto: 'Outro programa pode estar usando a câmera. Feche-o e tente de novo, ou confira de outro jeito:',
    },
    tentar: 'Tentar de novo',
    digitar: 'Digitar o código',
    foto: 'Enviar uma foto do QR',
    fotoSemQr: 'Não encontramos um QR de documento nessa foto. Tente outra, mais perto e com boa luz.',
    arquivo: 'Conferir o PDF',
  },
  arquivo: {
    titulo: 'Conferir o PDF',
    texto: 'Arraste o arquivo até aqui ou escolha-o.',
    textoToque: 'Escolha o arquivo no seu aparelho.',
    botao: 'Escolher o PDF',
    privacidade:
      'O arquivo não é enviado. O seu navegador calcula a impressão digital dele (SHA-256), e só esse número vai à consulta.',
    soltar: 'Solte o PDF para conferir',
    calculando: (nome: string) => `Calculando a impressão digital de ${nome}…`,
    certificado:
      'Este arquivo parece ser o certificado de conclusão, que acompanha o documento e não é o documento assinado. Para conferir por dentro o certificado e o PDF assinado, use o verificador, mais abaixo.',
    soUm: 'Conferimos um arquivo por vez; ficamos com o primeiro.',
    problema: {
      naoEhPdf:
        'Este arquivo não é um PDF. Escolha o PDF do documento, não uma foto, um texto ou um arquivo compactado.',
      vazio: 'Este arquivo está vazio. Baixe o documento de novo e tente outra vez.',
      grande:
        'Este arquivo passa de 256 MB, mais do que um documento daqui pode ter. Confira se é o PDF certo, ou use o código.',
      ilegivel: 'Não conseguimos ler este arquivo. Ele pode ter sido movido, ou ser uma pasta. Escolha-o de novo.',
      semContextoSeguro:
        'Este endereço não usa conexão segura (https), e sem ela o navegador não calcula a impressão digital. Use o código.',
    } as Record<FileProblem, string>,
  },
  consultando: 'Consultando…',
  teste: {
    titulo: 'SEM VALIDADE JURÍDICA — AMBIENTE DE TESTE',
    texto:
      'Esta página mostra documentos de teste, em que remetente e signatários podem ser a mesma pessoa. Nada do que ela diz prova uma assinatura.',
    producao: 'Conferir um documento de verdade',
  },
  resposta: {
    verDocumento: 'Ver o documento',
    doDocumento: (codigo: string) => `Documento ${codigo}.`,
    seForDeTeste: 'Documentos de teste não constam aqui.',
    conferirTeste: 'Conferir um documento de teste',
    manchete: {
      deTeste: 'Documento de teste, sem validade jurídica',
      certificado: 'Certificado de conclusão reconhecido',
      antesDasAssinaturas: 'Arquivo de antes das assinaturas',
      autenticoConcluido: 'Arquivo autêntico, documento concluído',
      registradoConcluido: 'Código registrado, documento concluído',
      emAndamento: 'Documento ainda não concluído',
      recusado: 'Documento recusado',
      cancelado: 'Documento cancelado',
      expirado: 'Prazo encerrado sem conclusão',
      semSituacao: 'Documento registrado',
      diferente: 'Arquivo diferente do registrado',
      arquivoDesconhecido: 'Não conhecemos este arquivo',
      codigoDesconhecido: 'Não encontramos este código',
    } as Record<Headline, string>,
    autenticidade: 'É autêntico?',
    autentico: {
      certificado:
        'O arquivo que você conferiu é um certificado de conclusão emitido aqui, idêntico byte a byte. Ele acompanha o documento e não é o documento assinado.',
      antesDasAssinaturas:
        'O arquivo que você conferiu é o que foi enviado para assinatura, sem as assinaturas. Ele não é o documento assinado: peça o PDF final a quem o enviou.',
      arquivoIdentico: 'Sim. O arquivo que você conferiu é idêntico, byte a byte, ao arquivo assinado registrado aqui.',
      arquivoEmAssinatura:
        'O arquivo que você conferiu é idêntico ao que foi enviado para assinatura. Ele não é um documento assinado.',
      soCodigo:
        'O código existe aqui, mas ninguém conferiu o arquivo ou o papel que está com você. Um código pode ser copiado para outro documento: compare o nome e as pessoas abaixo e confira o PDF.',
      diferente:
        'O arquivo que você conferiu não é o registrado com este código. Ele pode ter sido alterado, salvo de novo por outro programa, ou ser outra versão, como a cópia de antes das assinaturas. Peça o arquivo original a quem o enviou.',
      arquivoDesconhecido:
        'Nenhum registro tem este arquivo. Isso não quer dizer que ele seja falso: pode ser de outro serviço, uma versão anterior, ou uma cópia que foi salva de novo. Se há um código no rodapé, informe-o para compararmos.',
      codigoDesconhecido:
        'Nenhum registro tem este código. Isso não quer dizer que o documento seja falso: pode haver um engano de digitação, ou o código ser de outro serviço.',
    } as Record<Authenticity, string>,
    processo: 'Está concluído?',
    processoDoRegistrado: 'E o documento registrado, está concluído?',
    situacao: {
      CONCLUIDO: 'Sim. Todas as assinaturas pedidas foram feitas.',
      EM_ANDAMENTO: 'Ainda não. Falta alguém assinar, e o documento pode não chegar a ser concluído.',
      RECUSADO: 'Não, e não será. Quem deveria assinar recusou.',
      CANCELADO: 'Não, e não será. Quem enviou cancelou o pedido.',
      EXPIRADO: 'Não, e não será. O prazo terminou antes de todos assinarem.',
    } as Record<string, string>,
    outraSituacao: (valor: string) => `Situação informada pelo serviço: ${valor}.`,
    doRegistrado: 'O que segue é do documento registrado, não do arquivo que está com você.',
    dados: 'O documento registrado',
    nome: 'Nome',
    paginas: 'Páginas',
    nivel: 'Nível',
    niveis: {
      ELETRONICA: 'Assinatura eletrônica',
      SEGURA: 'Assinatura eletrônica com código de uso único',
    } as Record<string, string>,
    criadoEm: 'Criado em',
    finalizadoEm: 'Concluído em',
    codigo: 'Código',
    certificadoDe: 'Certificado',
    versaoDoCertificado: (codigo: string, versao: number, quando: string) =>
      `${codigo}, versão ${versao}, de ${quando}`,
    horario: 'Datas no horário de Brasília.',
    impressao: 'Impressão digital registrada (SHA-256)',
    impressaoSua: 'Impressão digital do seu arquivo (SHA-256)',
    pessoas: 'Quem assina',
    emailMascarado: 'Os e-mails aparecem encobertos para proteger as pessoas.',
    semNome: 'Sem nome informado',
    papel: {
      ASSINAR: 'Signatário',
      APROVAR: 'Aprovador',
      RECONHECER: 'Reconhece o documento',
      TESTEMUNHAR: 'Testemunha',
      ACUSAR_RECEBIMENTO: 'Confirma o recebimento',
      ENDOSSAR: 'Endossante',
    } as Record<string, string>,
    assinou: (quando: string) => `Assinou em ${quando}`,
    comFatores: 'Identificou-se com:',
    ip: 'De:',
    pendente: 'Ainda não assinou',
    recusou: 'Recusou',
    naoAssinou: 'Não assinou',
    outroCodigo: (lido: string, pedido: string) =>
      `O seu arquivo traz o código ${lido}, e não ${pedido}. A resposta é sobre o arquivo.`,
    outroEndereco: (host: string) =>
      `Atenção: o QR leva a ${host}, que não é este serviço. A resposta abaixo é sobre o código que estava nele.`,
    arquivoConferido: (nome: string) => `Arquivo conferido: ${nome}`,
    agoraConfira: 'Agora confira o PDF',
    informeCodigo: 'Comparar com um código',
    nova: 'Conferir outro documento',
  },
  falhas: {
    semConexao: 'Sem conexão com a internet. O que você informou continua aqui.',
    foraDoAr: 'O serviço não respondeu. O que você informou continua aqui.',
    limite: 'Muitas consultas seguidas deste endereço de internet. Esperamos um pouco e consultamos de novo por você.',
    contagem: (seconds: number) => (seconds > 0 ? `Daqui a ${espera(seconds)}.` : 'Consultando de novo…'),
    tentar: 'Tentar de novo',
  },
  verificador: {
    titulo: 'Conferir sem depender deste serviço',
    texto:
      'O verificador é um arquivo só. Abra-o do disco, mesmo sem internet, e dê a ele o PDF assinado e o certificado: ele refaz todos os cálculos no seu computador.',
    baixar: 'Baixar o verificador',
    selo: 'Selo desta instalação',
    como: 'Como funciona',
    hash: 'SHA-256 do programa, como está no repositório (a cópia daqui traz a mais os selos desta instalação; os dois números estão em /verificar.sha256):',
  },
};

const contato = {
  tituloDaPagina: 'Contato',
  titulo: 'Fale com quem cuida deste serviço',
  introducao: 'Dúvidas, problemas ou denúncias. Respondemos por e-mail.',
  denuncia:
    'Você está denunciando um remetente. Conte o que aconteceu e por que desconfia. Não clique em assinar enquanto houver dúvida.',
  nome: 'Seu nome',
  email: 'Seu e-mail',
  emailDica: 'É para ele que vai a resposta.',
  assunto: 'Assunto',
  opcional: 'opcional',
  mensagem: 'Mensagem',
  mensagemDica: 'Não mande senhas, códigos nem números de documentos de outras pessoas.',
  restam: (count: number) => `Restam ${plural(count, 'caractere', 'caracteres')}`,
  referencia: 'Referência do documento',
  referenciaDica: 'Vai junto da mensagem, para encontrarmos o pedido de assinatura.',
  semReferencia: 'Não enviar',
  limites: (hour: number, day: number) =>
    `De cada endereço de internet recebemos até ${hour} mensagens por hora e ${day} por dia.`,
  enviar: 'Enviar mensagem',
  enviando: 'Enviando…',
  erros: {
    nome: 'Informe o seu nome.',
    email: 'Confira o e-mail: falta algo, como em nome@exemplo.com.br.',
    mensagem: 'Escreva a mensagem.',
    resumo: (count: number) => `Falta acertar ${plural(count, 'campo', 'campos')}.`,
  },
  falhas: {
    semConexao: 'Sem conexão com a internet. A mensagem continua aqui: envie quando a conexão voltar.',
    foraDoAr:
      'O serviço não respondeu e não sabemos se a mensagem chegou. Ela continua aqui: tente de novo em instantes.',
    limite: (quando: string, hour: number, day: number) =>
      `Este endereço de internet já enviou o máximo: ${hour} mensagens em uma hora ou ${day} em um dia. A mensagem continua aqui; você poderá enviá-la a partir de ${quando}.`,
    limiteFim: 'Já é possível enviar de novo. A mensagem continua aqui.',
    recusada: 'O serviço não aceitou a mensagem. Confira os campos e tente de novo.',
  },
  enviada: {
    titulo: 'Mensagem recebida',
    texto: (email: string) => `A resposta vai para ${email}. Guarde o protocolo:`,
    protocolo: 'Protocolo',
    outra: 'Escrever outra mensagem',
  },
};

export const pt = {
  doServico: asSaid,
  pularParaConteudo: 'Pular para o conteúdo',
  idioma: 'Idioma',
  principal: 'Principal',
  rodape: 'Rubrica, assinatura eletrônica de código aberto',
  rodapeLinks: 'Rodapé',
  nomeLongo: { inteiro: 'Mostrar o nome inteiro', encurtar: 'Encurtar o nome' },
  fechar: 'Fechar',
  links: { validar: 'Validar', docs: 'Documentação', painel: 'Painel', contato: 'Contato' },
  verificacao: 'Como conferir',
  selo: 'Selo',
  falhaDaPagina: {
    titulo: 'A página parou de responder',
    texto: 'Algo deu errado nesta página. Recarregue para tentar de novo.',
    recarregar: 'Recarregar a página',
  },
  validar,
  contato,
};

export type Textos = typeof pt;
