import type { EscopoModelo } from '@rubrica/contract';
import type { Especie } from '../../modelos/variavel.ts';

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`;

const escopo: Record<EscopoModelo, string> = { PESSOAL: 'Só você', ORGANIZACAO: 'Toda a organização' };

const especie: Record<Especie, string> = {
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

const duvida: Record<Especie, string> = {
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

const exemplo: Partial<Record<Especie, string>> = {
  cpf: '529.982.247-25',
  cnpj: '11.222.333/0001-81',
  data: '31/12/2026',
  valor: '2.350,00',
  cep: '80010-000',
};

export const textos = {
  titulo: 'Modelos',
  total: (total: number) => plural(total, 'modelo', 'modelos'),
  novo: 'Novo modelo',
  solte: 'Solte os PDFs para criar modelos',
  escopo,
  especie,
  duvida,
  exemplo,
  papeis: (total: number) => (total === 0 ? 'sem papéis' : plural(total, 'papel', 'papéis')),
  variaveis: (total: number) => (total === 0 ? 'sem variáveis' : plural(total, 'variável', 'variáveis')),
  campos: (total: number) => (total === 0 ? 'sem campos' : plural(total, 'campo', 'campos')),
  paginas: (total: number) => plural(total, 'página', 'páginas'),
  usos: (total: number) => (total === 0 ? 'ainda não usado' : `usado ${plural(total, 'vez', 'vezes')}`),
  lista: {
    rotulo: 'Lista de modelos',
    busca: 'Buscar por nome ou descrição',
    limpar: 'Limpar a busca',
    usar: (nome: string) => `Usar modelo ${nome}`,
    nada: 'Nenhum modelo com estas palavras',
    nadaTexto: 'Mude a busca. Acentos e maiúsculas não fazem diferença.',
    vazio: 'Um contrato que se repete vira modelo',
    vazioTexto:
      'Solte aqui um PDF: onde ele diz {{nome}}, {{cpf}} ou {{valor}}, o texto entra a cada uso. Você define os papéis, como Locador e Locatário, e onde cada um assina.',
    vazioLeitor: 'Quando alguém da organização compartilhar um modelo, ele aparece aqui.',
    exemplo: 'Experimentar com um modelo de exemplo',
    nomeDoExemplo: 'Prestação de serviços (exemplo)',
    papeisDoExemplo: ['Contratante', 'Contratada'] as readonly [string, string],
    buscando: 'Buscando nos demais modelos…',
    mais: 'Carregar mais',
  },
  pagina: {
    usar: 'Usar modelo',
    planilha: 'Vários por planilha',
    preparar: 'Preparar',
    alterar: 'Nome e alcance',
    baixar: 'Baixar o PDF',
    excluir: 'Excluir',
    excluido: 'Modelo excluído. Os documentos feitos com ele continuam.',
    salvo: 'Modelo alterado.',
    paginas: 'Páginas',
    camposRotulo: 'Campos',
    usado: 'Usado',
    vezes: (total: number) => (total === 0 ? 'Nenhuma vez' : plural(total, 'vez', 'vezes')),
    quemVe: 'Quem vê',
    criado: 'Criado',
    papeis: 'Papéis',
    semPapeis: 'Nenhum papel ainda. Os papéis dizem quem assina: Locador, Locatário, Testemunha.',
    vez: (ordem: number) => `${ordem}ª vez`,
    variaveis: 'Variáveis encontradas no PDF',
    semVariaveis:
      'Nenhuma. Para que um texto mude a cada uso, escreva no arquivo o nome dele entre chaves, como {{nome_do_cliente}}, ou use campos de formulário do PDF.',
    camposPorTipo: 'Campos posicionados',
    falta: 'Falta preparar o modelo',
    faltaTexto: {
      papeis: 'Sem papéis, o documento nasce sem ninguém para assinar.',
      assinatura: 'Sem um campo de assinatura, o documento não pode ser enviado como está.',
    },
  },
  dialogo: {
    titulo: 'Nome e alcance do modelo',
    nome: 'Nome',
    descricao: 'Descrição',
    descricaoDica: 'Para quem escolhe o modelo; quem assina não vê.',
    quemVe: 'Quem vê e usa',
    alcance: {
      PESSOAL: 'O modelo aparece só para quem o criou.',
      ORGANIZACAO: 'Todos da organização veem; operadores e administradores usam.',
    } as Record<EscopoModelo, string>,
    informeNome: 'Dê um nome ao modelo.',
  },
  usar: {
    titulo: (nome: string) => `Usar “${nome}”`,
    pessoas: 'Quem ocupa cada papel',
    semPapeis: 'Este modelo não tem papéis: quem assina entra depois, ao preparar o documento.',
    maisDados: 'Mais dados',
    variaveis: 'O que muda no texto',
    semVariaveis: 'Este modelo não tem variáveis: o texto sai como está.',
    deixarVazias: 'Deixar em branco o que não preenchi',
    vazia: 'Preencha, ou marque abaixo que pode ficar em branco.',
    longa: (limite: number) => `O texto passa de ${limite.toLocaleString('pt-BR')} caracteres.`,
    documento: 'O documento',
    tituloDoDocumento: 'Título',
    tituloLongo: (limite: number) => `O título passa de ${limite} caracteres.`,
    pasta: 'Pasta',
    maisOpcoes: 'Mais opções',
    mensagem: 'Mensagem no convite',
    fatores: 'Como todos comprovam quem são',
    emOrdem: 'Assinam na ordem dos papéis',
    rascunho: 'Criar rascunho',
    enviar: 'Criar e enviar',
    enviado: 'Documento criado e enviado.',
    criado: 'Rascunho criado. Confira antes de enviar.',
    naoEnviado: 'O rascunho foi criado, mas não enviado',
    semAcesso: 'Seu papel não cria documentos. Fale com um operador ou administrador da organização.',
    incompleto: 'Este modelo não tem onde assinar: crie o rascunho e posicione os campos antes de enviar.',
  },
};

export type Textos = typeof textos;
