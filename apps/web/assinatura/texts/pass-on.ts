import type { Language } from '../../kit/languages.ts';
import type { Loose } from './shape.ts';

/** What the dialog says in which somebody passes the signature on: apart, because few ever open it. */
const pt = {
  titulo: 'Passar a outra pessoa',
  texto: (organizacao: string) =>
    `A outra pessoa assina no seu lugar: recebe por e-mail um link só dela, confirma quem é e começa do início. O seu link deixa de valer, ${organizacao} fica sabendo, e não é possível voltar atrás.`,
  which: 'O que você passa',
  all: 'Todos os documentos',
  nome: 'Nome completo',
  email: 'E-mail',
  telefone: 'Celular',
  phoneHint: 'Com DDD. A pessoa confirma por um código.',
  born: 'Data de nascimento',
  bornHint: 'Dia, mês e ano. Ela confirma com o CPF.',
  motivo: 'Motivo (opcional)',
  motivoHint: 'Quem enviou o documento vai ler.',
  confirm: 'Passar a assinatura',
  missing: { nome: 'Escreva o nome.', email: 'Escreva um e-mail.', telefone: 'Escreva um celular com DDD.' },
};

const en: Loose<typeof pt> = {
  titulo: 'Pass on to another person',
  texto: (organizacao) =>
    `The other person signs in your place: they receive a link of their own by e-mail, confirm who they are and begin anew. Your link stops working, ${organizacao} is told, and this cannot be undone.`,
  which: 'What you pass on',
  all: 'All documents',
  nome: 'Full name',
  email: 'E-mail',
  telefone: 'Mobile phone',
  phoneHint: 'With the area code. The person confirms it with a code.',
  born: 'Date of birth',
  bornHint: 'Day, month and year. They confirm it together with the CPF.',
  motivo: 'Reason (optional)',
  motivoHint: 'The sender of the document will read it.',
  confirm: 'Pass the signature on',
  missing: {
    nome: 'Write the name.',
    email: 'Write an e-mail address.',
    telefone: 'Write a phone with its area code.',
  },
};

const es: Loose<typeof pt> = {
  titulo: 'Ceder a otra persona',
  texto: (organizacao) =>
    `La otra persona firma en su lugar: recibe por correo un enlace propio, confirma quién es y comienza desde el inicio. Su enlace deja de valer, ${organizacao} se entera, y no se puede deshacer.`,
  which: 'Lo que cede',
  all: 'Todos los documentos',
  nome: 'Nombre completo',
  email: 'Correo electrónico',
  telefone: 'Celular',
  phoneHint: 'Con código de área. La persona lo confirma con un código.',
  born: 'Fecha de nacimiento',
  bornHint: 'Día, mes y año. La confirma junto con el CPF.',
  motivo: 'Motivo (opcional)',
  motivoHint: 'Lo leerá quien envió el documento.',
  confirm: 'Ceder la firma',
  missing: {
    nome: 'Escriba el nombre.',
    email: 'Escriba un correo electrónico.',
    telefone: 'Escriba un celular con código de área.',
  },
};

export const PASS_ON: Readonly<Record<Language, Loose<typeof pt>>> = { 'pt-BR': pt, en, es };
