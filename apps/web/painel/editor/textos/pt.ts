import type { FatorAutenticacao, FuncaoSignatario, MetodoEntrega, TipoCampo } from '@rubrica/contract';
import type { Fault, Why } from '../estado/regras.ts';
import type { Party } from '../estado/tipos.ts';

/** What the editor says. Other languages have the same shape. */

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const TIPOS: Record<TipoCampo, string> = {
  ASSINATURA: 'Assinatura',
  RUBRICA: 'Rubrica',
  NOME: 'Nome',
  DATA: 'Data',
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  EMAIL: 'E-mail',
  TEXTO: 'Texto',
  CHECKBOX: 'Caixa de seleção',
  IMAGEM: 'Imagem',
};

const FUNCOES: Record<FuncaoSignatario, string> = {
  ASSINAR: 'Assina',
  APROVAR: 'Aprova',
  RECONHECER: 'Reconhece',
  TESTEMUNHAR: 'Testemunha',
  ACUSAR_RECEBIMENTO: 'Acusa o recebimento',
  ENDOSSAR: 'Endossa',
};

const ENTREGAS: Record<MetodoEntrega, string> = {
  EMAIL: 'E-mail',
  SMS: 'SMS',
  LINK: 'Link entregue por você',
  WHATSAPP: 'WhatsApp',
};

const FATORES: Record<FatorAutenticacao, string> = {
  EMAIL: 'E-mail',
  SMS_OTP: 'Código por SMS',
  TOTP: 'Aplicativo autenticador',
  DADOS_PESSOAIS: 'CPF e data de nascimento',
  WHATSAPP_OTP: 'Código por WhatsApp',
  SELFIE: 'Selfie',
  BIOMETRIA_FACIAL: 'Biometria facial',
  DOCUMENTO_FOTO: 'Documento com foto',
  CERTIFICADO_ICP: 'Certificado ICP-Brasil',
};

const PORQUES: Partial<Record<Why, string>> = {
  EMAIL: 'para a confirmação por e-mail',
  ENTREGA_EMAIL: 'porque o convite vai por e-mail',
  SMS_OTP: 'para o código por SMS',
  ENTREGA_SMS: 'porque o convite vai por SMS',
  DADOS_PESSOAIS: 'para a confirmação de dados pessoais',
};

const DADOS: Partial<Record<keyof Party, string>> = {
  nome: 'o nome',
  email: 'o e-mail',
  telefone: 'o celular',
  cpf: 'o CPF',
  dataNascimento: 'a data de nascimento',
};

const INVALIDOS: Partial<Record<keyof Party, string>> = {
  email: 'O e-mail não está completo.',
  telefone: 'Use DDI e DDD, como +55 11 98765-4321.',
  cpf: 'Os dígitos do CPF não conferem.',
  dataNascimento: 'Esta data não existe.',
};

/** What is wrong, in a sentence. @param name the datum, where it is about one */
function problema(fault: Fault, name: string): string {
  switch (fault.kind) {
    case 'sem-partes':
      return 'Inclua ao menos uma pessoa.';
    case 'sem-assinatura':
      return 'Posicione ao menos um campo de assinatura.';
    case 'segura-sem-codigo':
      return 'O nível Segura exige um código: por SMS ou do aplicativo autenticador.';
    case 'prazo-passou':
      return 'O prazo já passou; escolha um momento futuro.';
    case 'titulo':
      return 'Dê um título ao documento.';
    case 'falta':
      return `Falta ${DADOS[name as keyof Party] ?? name}, ${PORQUES[fault.why] ?? ''}.`;
    case 'invalido':
      return INVALIDOS[name as keyof Party] ?? 'O valor não é válido.';
    case 'longo':
      return 'O texto é longo demais.';
    case 'sem-nome':
      return 'Falta o nome.';
    case 'sem-campo':
      return 'Não tem campo de assinatura: só vai ler e concordar.';
    case 'sem-valor':
      return 'É só de leitura e está vazio.';
    case 'valor':
      return 'O valor inicial não é válido para este tipo de campo.';
    case 'pagina':
      return 'O arquivo não tem esta página.';
    case 'sem-dono':
      return 'Escolha quem preenche.';
    case 'recusado':
      return fault.message;
  }
}

export const textos = {
  preparar: 'Preparar documento',
  prepararModelo: 'Preparar modelo',
  documento: 'Documento',
  abrindo: 'Abrindo o documento…',
  baixando: 'Baixando o arquivo…',
  falhou: 'O documento não pôde ser aberto.',
  semLinha: 'Sem conexão. Tentamos de novo assim que ela voltar.',
  paginaFalhou: 'Esta página não pôde ser desenhada.',
  pagina: (number: number, total: number) => `Página ${number} de ${total}`,
  tipos: TIPOS,
  funcoes: FUNCOES,
  entregas: ENTREGAS,
  fatores: FATORES,
  problema,
  salvar: {
    salvo: 'Salvo',
    pendente: 'Salvando…',
    salvando: 'Salvando…',
    'sem-conexao': 'Sem conexão — salvaremos assim que voltar',
    retido: 'Salvo, menos o que está incompleto',
    recusado: 'Não foi possível salvar tudo',
    fechado: 'Não é mais possível editar',
    detalheRetido: 'Pessoas a quem falta algum dado, e os campos delas, ficam só nesta aba até você completar.',
  },
  barra: {
    voltar: 'Voltar ao documento',
    voltarAoEnvelope: 'Voltar ao envelope',
    ferramentas: 'Ferramentas do editor',
    desfazer: 'Desfazer (Ctrl Z)',
    refazer: 'Refazer (Ctrl Shift Z)',
    diminuir: 'Diminuir o zoom',
    aumentar: 'Aumentar o zoom',
    zoom: (percent: number) => `Zoom de ${percent}%`,
    ima: 'Atrair para linhas e grade',
    previa: 'Ver como cada pessoa vê',
    regras: 'Regras',
    revisar: 'Revisar e enviar',
    revisarModelo: 'Conferir',
    problemas: (count: number) => plural(count, 'problema', 'problemas'),
    atalhos: 'Atalhos do teclado',
  },
  pessoas: {
    titulo: 'Quem assina',
    tituloModelo: 'Papéis',
    incluir: 'Incluir pessoa',
    incluirModelo: 'Incluir papel',
    vazio: 'Inclua quem vai assinar; cada pessoa recebe uma cor para os seus campos.',
    vazioModelo: 'Inclua os papéis que o documento terá, como Locador e Locatário.',
    emOrdem: 'Assinam em ordem',
    emOrdemDica: 'Cada vez começa quando a anterior termina; na mesma vez, assinam juntos.',
    vez: (number: number) => `${number}ª vez`,
    mover: (nome: string) => `Mover ${nome}: arraste, ou use as setas para cima e para baixo`,
    semNome: 'Sem nome',
    fechar: 'Fechar',
    remover: 'Remover',
    campos: (count: number) => (count === 0 ? 'sem campos' : plural(count, 'campo', 'campos')),
    nome: 'Nome completo',
    papel: 'Nome do papel',
    email: 'E-mail',
    telefone: 'Celular',
    telefoneExemplo: '+55 11 98765-4321',
    cpf: 'CPF',
    nascimento: 'Nascimento',
    funcao: 'O que faz',
    entrega: 'Como recebe o convite',
    fatores: 'Como comprova quem é',
    doDocumento: 'exigido de todos',
    travar: 'Não pode corrigir nome e CPF ao assinar',
    movida: (nome: string, vez: number, total: number) => `${nome}: ${vez}ª vez de ${total}`,
    removida: (nome: string) => `${nome} saiu, com os seus campos. Ctrl Z desfaz.`,
  },
  paleta: {
    titulo: 'Campos',
    dica: 'Arraste para a página, ou escolha e pressione Enter.',
    dicaToque: 'Toque para pôr no meio da página.',
    dono: 'Preenchido por',
    semPessoas: 'Inclua uma pessoa para posicionar os campos dela.',
    remetente: 'Por você, só de leitura',
    cheio: (most: number) => `O limite é de ${most} campos.`,
    posto: (tipo: string, pagina: number) => `${tipo} na página ${pagina}. Setas movem, Alt e setas mudam o tamanho.`,
  },
  campo: {
    remetente: 'você',
    descricao: (tipo: string, rotulo: string, quem: string, pagina: number) =>
      `${tipo}${rotulo ? ` “${rotulo}”` : ''}, de ${quem}, página ${pagina}`,
  },
  propriedades: {
    titulo: 'Campo',
    varios: (count: number) => `${count} campos`,
    nada: 'Escolha um campo na página para ver o que pode mudar nele.',
    dono: 'Quem preenche',
    misto: 'Vários',
    rotulo: 'Rótulo',
    rotuloDica: 'Ajuda mostrada a quem preenche.',
    obrigatorio: 'Preenchimento obrigatório',
    leitura: 'Só de leitura, preenchido por você',
    valor: 'Valor inicial',
    valorFixo: 'Valor',
    marcado: 'Começa marcada',
    pagina: 'Página',
    posicao: 'Posição e tamanho, em milímetros',
    x: 'Da esquerda',
    y: 'Do topo',
    largura: 'Largura',
    altura: 'Altura',
    duplicar: 'Duplicar',
    apagar: 'Apagar',
    copiar: 'Copiar para todas as páginas',
    copiarSeguintes: 'Copiar para as páginas seguintes',
    alinhar: 'Alinhar',
    alinhamentos: {
      esquerda: 'Alinhar à esquerda',
      centro: 'Centralizar na horizontal',
      direita: 'Alinhar à direita',
      topo: 'Alinhar ao topo',
      meio: 'Centralizar na vertical',
      base: 'Alinhar à base',
    },
    distribuirX: 'Distribuir na horizontal',
    distribuirY: 'Distribuir na vertical',
    data: 'A data da assinatura entra sozinha.',
  },
  paginas: {
    titulo: 'Páginas',
    ir: (number: number, campos: number) =>
      `Página ${number}${campos > 0 ? `, ${plural(campos, 'campo', 'campos')}` : ''}`,
  },
  anuncio: {
    mudouDePagina: (pagina: number) => `Agora na página ${pagina}`,
    apagados: (count: number) => `${plural(count, 'campo apagado', 'campos apagados')}. Ctrl Z desfaz.`,
    copiados: (count: number) => `${plural(count, 'cópia posta', 'cópias postas')}. Ctrl Z desfaz.`,
    naoCabem: (room: number) => `Não cabem: restam ${plural(room, 'campo', 'campos')} até o limite.`,
    desfeito: 'Desfeito',
    refeito: 'Refeito',
    escolhidos: (count: number) => plural(count, 'campo escolhido', 'campos escolhidos'),
  },
  regras: {
    titulo: 'Regras do documento',
    nome: 'Título',
    mensagem: 'Mensagem no convite',
    nivel: 'Nível da assinatura',
    niveis: { ELETRONICA: 'Eletrônica', SEGURA: 'Segura, com código' } as Record<string, string>,
    fatores: 'Como todos comprovam quem são',
    prazo: 'Prazo para assinar',
    lembrete: 'Lembrete a quem não assinou',
    lembretes: { nenhum: 'Não lembrar', DIARIO: 'Todo dia', SEMANAL: 'Toda semana' } as Record<string, string>,
    recusavel: 'Quem assina pode recusar, com motivo',
    parar: 'Uma recusa encerra o documento',
    pronto: 'Pronto',
  },
  revisao: {
    titulo: 'Revisar e enviar',
    tituloModelo: 'Conferir o modelo',
    impedem: (count: number) => plural(count, 'problema impede o envio', 'problemas impedem o envio'),
    impedemModelo: (count: number) => plural(count, 'problema a resolver', 'problemas a resolver'),
    avisos: (count: number) => plural(count, 'ponto a conferir', 'pontos a conferir'),
    ir: 'Ir até lá',
    pronto: 'Tudo pronto para enviar.',
    prontoModelo: 'O modelo está pronto para usar.',
    acontece: 'O que acontece ao enviar',
    recebe: {
      EMAIL: (nome: string, onde: string) => `${nome} recebe o convite por e-mail em ${onde}`,
      SMS: (nome: string, onde: string) => `${nome} recebe o convite por SMS em ${onde}`,
      LINK: (nome: string) => `${nome} não recebe mensagem: você copia o link na página do documento e o entrega`,
    },
    comprova: (fatores: readonly string[]) => `comprova quem é por: ${fatores.join(', ').toLowerCase()}`,
    preenche: (count: number) =>
      count === 0 ? 'lê e concorda, sem campos a preencher' : `preenche ${plural(count, 'campo', 'campos')}`,
    vez: (number: number) => (number === 1 ? 'Agora' : `Depois que a ${number - 1}ª vez terminar`),
    todos: 'Todos ao mesmo tempo',
    prazo: (quando: string) => `O prazo para assinar é ${quando}.`,
    semPrazo: 'Não há prazo para assinar.',
    lembrete: { DIARIO: 'Quem não assinar é lembrado todo dia.', SEMANAL: 'Quem não assinar é lembrado toda semana.' },
    imutavel: 'Depois do envio, o arquivo, os campos e as regras não mudam mais.',
    franquia: 'O envio consome um envelope do seu plano.',
    teste: 'Ambiente de teste: as mensagens vão para a caixa de teste, e nada é cobrado.',
    irAoEnvelope: 'Ir para o envelope',
    envelope: 'Este documento faz parte de um envelope e é enviado com ele.',
    enviar: 'Enviar agora',
    voltar: 'Continuar editando',
    naoSalvo: 'Ainda há mudanças por salvar; verifique a conexão e tente de novo.',
    servico: 'O serviço não aceitou o envio:',
    enviado: 'Documento enviado.',
  },
  previa: {
    titulo: 'Como cada pessoa vê',
    quem: 'Ver como',
    passos: 'O caminho desta pessoa',
    recebe: {
      EMAIL: 'Recebe o convite por e-mail',
      SMS: 'Recebe o convite por SMS',
      LINK: 'Abre o link que você entrega',
    } as Record<string, string>,
    espera: (vez: number) => `Espera a vez: é a ${vez}ª`,
    comprova: 'Comprova quem é',
    le: (paginas: number) => `Lê ${plural(paginas, 'página', 'páginas')} e concorda com o texto`,
    preenche: (campos: readonly string[]) =>
      campos.length === 0 ? 'Conclui, sem campos a preencher' : `Preenche: ${campos.join(', ')}`,
    assineAqui: 'Assine aqui',
    rubriqueAqui: 'Rubrique aqui',
    ninguem: 'Inclua uma pessoa para ver o que ela verá.',
  },
  avisos: {
    outraAba: 'Este documento está aberto para edição em outra aba. Aqui você só acompanha.',
    editarAqui: 'Editar nesta aba',
    assumindo: 'Aguardando a outra aba salvar…',
    imutavel: 'O documento já foi enviado; o conteúdo não muda mais.',
    sumiu: 'O documento não existe mais.',
    semPermissao: 'Seu papel não permite alterar este documento.',
    verDocumento: 'Ver o documento',
    mudou: 'Este documento foi alterado em outro lugar enquanto você editava.',
    manter: 'Manter o que está aqui',
    carregar: 'Carregar o que foi salvo lá',
    recuperado: 'Recuperamos o que não tinha sido salvo da última vez.',
    atualizado: 'O documento foi alterado em outro lugar; mostramos a versão nova.',
    recusado: 'O serviço não aceitou parte das mudanças:',
  },
  atalhos: {
    titulo: 'Atalhos do teclado',
    lista: [
      ['Tab', 'Vai de campo em campo'],
      ['Enter', 'Na paleta, põe o campo no meio da página; num campo, abre o que pode mudar nele'],
      ['Espaço', 'Escolhe o campo; com Shift, junta à escolha'],
      ['Setas', 'Movem 1 ponto; com Shift, 10'],
      ['Alt + setas', 'Mudam o tamanho; com Shift, em passos de 10'],
      ['Alt + Page Up, Page Down', 'Leva o campo para a página anterior ou seguinte'],
      ['Ctrl A', 'Escolhe todos os campos da página'],
      ['Ctrl C, Ctrl V', 'Copia os campos e põe na página à vista'],
      ['Ctrl D', 'Duplica'],
      ['Delete', 'Apaga'],
      ['Ctrl Z, Ctrl Shift Z', 'Desfaz e refaz'],
      ['+, −, 0', 'Zoom'],
      ['Alt ao arrastar', 'Solta das linhas e da grade'],
      ['Esc', 'Larga o que está sendo arrastado, ou desfaz a escolha'],
    ] as readonly (readonly [string, string])[],
  },
  painel: { pessoas: 'Pessoas', campos: 'Campos', propriedades: 'Propriedades', paginas: 'Páginas', papeis: 'Papéis' },
};
export type Textos = typeof textos;
