import type { EscopoModelo } from '@rubrica/contract';
import type { Kind } from '../../modelos/variable.ts';

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`;

const escopo: Record<EscopoModelo, string> = { PESSOAL: 'Só você', ORGANIZACAO: 'Toda a organização' };

const kind: Record<Kind, string> = {
  texto: 'Texto',
  cpf: 'CPF',
  cnpj: 'CNPJ',
  'cpf-cnpj': 'CPF ou CNPJ',
  data: 'Data',
  valor: 'Valor',
  email: 'E-mail',
  telefone: 'Telefone',
  cep: 'CEP',
};

const doubt: Record<Kind, string> = {
  texto: '',
  cpf: 'Os dígitos deste CPF não conferem.',
  cnpj: 'Os dígitos deste CNPJ não conferem.',
  'cpf-cnpj': 'Os dígitos não conferem como CPF nem como CNPJ.',
  data: 'Esta data não existe.',
  valor: 'Não parece um valor.',
  email: 'Não parece um e-mail.',
  telefone: 'Não parece um telefone.',
  cep: 'Um CEP tem oito dígitos.',
};

const example: Partial<Record<Kind, string>> = {
  cpf: '529.982.247-25',
  cnpj: '11.222.333/0001-81',
  data: '31/12/2026',
  valor: '2.350,00',
  cep: '80010-000',
};

export const textos = {
  titulo: 'Modelos',
  total: (total: number) => plural(total, 'modelo', 'modelos'),
  fresh: 'Novo modelo',
  dropIt: 'Solte os PDFs para criar modelos',
  escopo,
  kind,
  doubt,
  example,
  papeis: (total: number) => (total === 0 ? 'sem papéis' : plural(total, 'papel', 'papéis')),
  variaveis: (total: number) => (total === 0 ? 'sem variáveis' : plural(total, 'variável', 'variáveis')),
  campos: (total: number) => (total === 0 ? 'sem campos' : plural(total, 'campo', 'campos')),
  paginas: (total: number) => plural(total, 'página', 'páginas'),
  uses: (total: number) => (total === 0 ? 'ainda não usado' : `usado ${plural(total, 'vez', 'vezes')}`),
  list: {
    rotulo: 'Lista de modelos',
    busca: 'Buscar por nome ou descrição',
    clear: 'Limpar a busca',
    use: (nome: string) => `Usar modelo ${nome}`,
    nothing: 'Nenhum modelo com estas palavras',
    nothingText: 'Mude a busca. Acentos e maiúsculas não fazem diferença.',
    blank: 'Um contrato que se repete vira modelo',
    blankText:
      'Solte aqui um PDF: onde ele diz {{nome}}, {{cpf}} ou {{valor}}, o texto entra a cada uso. Você define os papéis, como Locador e Locatário, e onde cada um assina.',
    blankReader: 'Quando alguém da organização compartilhar um modelo, ele aparece aqui.',
    example: 'Experimentar com um modelo de exemplo',
    exampleName: 'Prestação de serviços (exemplo)',
    exampleRoles: ['Contratante', 'Contratada'] as readonly [string, string],
    searching: 'Buscando nos demais modelos…',
    more: 'Carregar mais',
  },
  pagina: {
    use: 'Usar modelo',
    spreadsheet: 'Vários por planilha',
    prepare: 'Preparar',
    alterar: 'Nome e alcance',
    baixar: 'Baixar o PDF',
    excluir: 'Excluir',
    excluido: 'Modelo excluído. Os documentos feitos com ele continuam.',
    saved: 'Modelo alterado.',
    paginas: 'Páginas',
    fieldsLabel: 'Campos',
    usado: 'Usado',
    times: (total: number) => (total === 0 ? 'Nenhuma vez' : plural(total, 'vez', 'vezes')),
    whoSees: 'Quem vê',
    criado: 'Criado',
    papeis: 'Papéis',
    noRoles: 'Nenhum papel ainda. Os papéis dizem quem assina: Locador, Locatário, Testemunha.',
    turn: (ordem: number) => `${ordem}ª vez`,
    variaveis: 'Variáveis encontradas no PDF',
    noVariables:
      'Nenhuma. Para que um texto mude a cada uso, escreva no arquivo o nome dele entre chaves, como {{nome_do_cliente}}, ou use campos de formulário do PDF.',
    fieldsByType: 'Campos posicionados',
    missing: 'Falta preparar o modelo',
    missingText: {
      papeis: 'Sem papéis, o documento nasce sem ninguém para assinar.',
      assinatura: 'Sem um campo de assinatura, o documento não pode ser enviado como está.',
    },
  },
  dialog: {
    titulo: 'Nome e alcance do modelo',
    nome: 'Nome',
    descricao: 'Descrição',
    descriptionHint: 'Para quem escolhe o modelo; quem assina não vê.',
    whoSees: 'Quem vê e usa',
    reach: {
      PESSOAL: 'O modelo aparece só para quem o criou.',
      ORGANIZACAO: 'Todos da organização veem; operadores e administradores usam.',
    } as Record<EscopoModelo, string>,
    giveName: 'Dê um nome ao modelo.',
  },
  use: {
    titulo: (nome: string) => `Usar “${nome}”`,
    persons: 'Quem ocupa cada papel',
    noRoles: 'Este modelo não tem papéis: quem assina entra depois, ao preparar o documento.',
    variaveis: 'O que muda no texto',
    noVariables: 'Este modelo não tem variáveis: o texto sai como está.',
    leaveBlank: 'Deixar em branco o que não preenchi',
    blank: 'Preencha, ou marque abaixo que pode ficar em branco.',
    long: (limite: number) => `O texto passa de ${limite.toLocaleString('pt-BR')} caracteres.`,
    documento: 'O documento',
    documentoTitle: 'Título',
    longTitle: (limite: number) => `O título passa de ${limite} caracteres.`,
    pasta: 'Pasta',
    moreOptions: 'Mais opções',
    mensagem: 'Mensagem no convite',
    fatores: 'Como todos comprovam quem são',
    inOrder: 'Assinam na ordem dos papéis',
    rascunho: 'Criar rascunho',
    enviar: 'Criar e enviar',
    enviado: 'Documento criado e enviado.',
    criado: 'Rascunho criado. Confira antes de enviar.',
    notSent: 'O rascunho foi criado, mas não enviado',
    noAccess: 'Seu papel não cria documentos. Fale com um operador ou administrador da organização.',
    incomplete: 'Este modelo não tem onde assinar: crie o rascunho e posicione os campos antes de enviar.',
  },
};

export type Textos = typeof textos;
