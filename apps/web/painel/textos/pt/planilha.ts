import type { Dado } from '../../modelos/planilha/destinos.ts';
import type { Codificacao, Recusa } from '../../modelos/planilha/ler.ts';
import type { Resultado } from '../../modelos/planilha/rodada.ts';

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`;

const dado: Record<Dado, string> = {
  nome: 'nome',
  email: 'e-mail',
  telefone: 'celular',
  cpf: 'CPF',
  dataNascimento: 'nascimento',
  metodoEntrega: 'convite por',
};

const codificacao: Record<Codificacao, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows (ANSI)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (BE)',
};

const recusa: Record<Recusa, string> = {
  grande: 'O arquivo passa de 5 MB. Divida a planilha em partes.',
  excel: 'Este é um arquivo do Excel (.xlsx). No Excel, use Salvar como e escolha “CSV UTF-8”.',
  binario: 'Este arquivo não é um CSV.',
  vazia: 'O arquivo está vazio.',
};

const estado: Record<Resultado['estado'], string> = {
  esperando: 'Na fila',
  fazendo: 'Em andamento',
  criado: 'Rascunho criado',
  enviado: 'Enviado',
  existia: 'Já existia',
  excluido: 'Já existia, e foi excluído',
  naoEnviado: 'Criado, não enviado',
  recusado: 'Recusado',
};

export const textos = {
  titulo: (nome: string) => `${nome}: vários por planilha`,
  dado,
  codificacao,
  recusa,
  separador: { ';': 'Ponto e vírgula', ',': 'Vírgula', '\t': 'Tabulação', '|': 'Barra vertical' } as Record<
    string,
    string
  >,
  arquivo: {
    titulo: 'A planilha',
    texto:
      'Cada linha da planilha cria um documento. A primeira linha traz os nomes das colunas. Solte o arquivo CSV nesta página, ou escolha-o.',
    escolher: 'Escolher o arquivo CSV',
    trocar: 'Trocar o arquivo',
    exemplo: 'Baixar um exemplo',
    solte: 'Solte a planilha',
    nomeDoExemplo: 'exemplo',
    seguro: 'Rodar de novo é seguro',
    seguroTexto:
      'Uma linha que já criou o seu documento não cria outro, mesmo que você feche a página no meio, rode o arquivo duas vezes ou corrija outras linhas: só o que falta é criado.',
    seguroPorUmDia:
      'Por 24 horas, uma linha que já criou o seu documento não cria outro, mesmo que você rode o arquivo duas vezes. Depois disso, só um modelo com papéis garante o mesmo.',
    lido: (linhas: number) => plural(linhas, 'linha', 'linhas'),
    codificacao: 'Codificação',
    separador: 'Separador',
    cortada: (limite: number) =>
      `A planilha tem mais do que cabe de uma vez: só as primeiras ${limite.toLocaleString('pt-BR')} linhas foram lidas.`,
    semLinhas: 'Não há nenhuma linha além dos nomes das colunas.',
  },
  colunas: {
    titulo: 'O que cada coluna preenche',
    documento: 'Documento',
    variaveis: 'Variáveis',
    tituloDoDocumento: 'Título do documento',
    tituloDica: 'Sem coluna, o nome do modelo e o da primeira pessoa.',
    naoUsar: 'Não usar',
    fixo: 'O mesmo em todas as linhas…',
    valorFixo: (destino: string) => `${destino}: o mesmo em todas`,
    faltam: (total: number) => `${plural(total, 'dado necessário', 'dados necessários')} sem coluna`,
    maisDados: 'Outros dados da pessoa',
  },
  opcoes: {
    titulo: 'O que fazer com cada linha',
    rascunho: 'Criar rascunhos',
    rascunhoDica: 'Você confere e envia depois.',
    enviar: 'Criar e enviar',
    enviarDica: 'Cada documento é enviado assim que é criado, e consome um envelope do plano.',
    enviarTeste: 'Ambiente de teste: as mensagens vão para a caixa de teste, e nada é cobrado.',
    lote: 'Nome do lote',
    loteDica:
      'Só é preciso para repetir de propósito: com outro nome, como “Março de 2027”, as mesmas linhas criam documentos novos.',
    vazias: 'Aceitar variáveis em branco',
    repetidas: 'Criar também as linhas repetidas',
  },
  conferir: {
    titulo: 'Conferência',
    prontas: (total: number) => plural(total, 'linha pronta', 'linhas prontas'),
    comProblema: (total: number) => plural(total, 'linha com problema', 'linhas com problema'),
    ficamFora: 'Linhas com problema ficam de fora. Corrija o arquivo e escolha-o de novo, a qualquer momento.',
    duvidosas: (total: number) => plural(total, 'linha a conferir', 'linhas a conferir'),
    mostrar: 'Mostrar',
    todas: 'Todas',
    soProblemas: 'Com problema',
    soDuvidas: 'A conferir',
    linha: 'Linha',
    pronta: 'Pronta',
    mais: (total: number) => `Mostrar mais ${total.toLocaleString('pt-BR')}`,
    nenhuma: 'Nenhuma linha aqui.',
    criar: (total: number) => `Criar ${plural(total, 'rascunho', 'rascunhos')}`,
    enviar: (total: number) => `Criar e enviar ${plural(total, 'documento', 'documentos')}`,
    aspas: 'As aspas desta linha não fecham.',
    colunas: (tem: number, esperadas: number) =>
      `A linha tem ${plural(tem, 'coluna', 'colunas')}; os nomes são ${esperadas}.`,
    repetida: (linha: number) => `Diz o mesmo que a linha ${linha}.`,
    entrega: (papel: string) => `${papel}: o convite vai por e-mail, SMS ou link.`,
    variavelVazia: (nome: string) => `${nome} está em branco.`,
    variavelLonga: (nome: string) => `${nome} é longo demais.`,
    variavelDuvidosa: (nome: string, duvida: string) => `${nome}: ${duvida}`,
    tituloLongo: 'O título é longo demais.',
  },
  rodada: {
    titulo: 'Andamento',
    progresso: (feitas: number, total: number) =>
      `${feitas.toLocaleString('pt-BR')} de ${plural(total, 'linha', 'linhas')}`,
    pausar: 'Pausar',
    continuar: 'Continuar',
    parar: 'Parar',
    tentarDeNovo: 'Tentar de novo o que não foi',
    baixar: 'Baixar o resultado',
    nova: 'Rodar outra planilha',
    pausada: 'Pausado. Nada se perde: continue quando quiser.',
    pausadaPor: 'Pausado:',
    parada: 'Parado. As linhas que faltam podem ser criadas rodando o mesmo arquivo.',
    fim: 'Terminado.',
    espera: (segundos: number) =>
      `O serviço pediu uma pausa. Continuamos sozinhos em ${plural(segundos, 'segundo', 'segundos')}.`,
    naoFeche: 'Deixe esta página aberta. Se ela se fechar, rode o mesmo arquivo: só o que falta é criado.',
    estado,
    fora: 'Fora: tem problema',
    abrir: (titulo: string) => `Abrir ${titulo}`,
    excluidoDepois: 'Para criar de novo, dê outro nome ao lote.',
    outraVez: 'Esta linha já criou um documento com outras opções, ou está sendo criada em outra aba.',
    colunas: ['Linha', 'Resultado', 'Motivo', 'Documento'] as readonly [string, string, string, string],
    nomeDoResultado: 'resultado',
    sair: {
      titulo: 'Sair com a planilha em andamento?',
      texto: 'O que já foi criado fica. Para criar o que falta, rode o mesmo arquivo depois.',
      ficar: 'Continuar aqui',
      sair: 'Sair',
    },
  },
};

export type Textos = typeof textos;
