import { type Static, Type } from 'typebox';
import { NAME_MAX_CHARS } from '../limits.ts';
import { Enum } from './enums.ts';
import { drawnText, email, exampleOf, inline, named, nullable, ref, text } from './kit.ts';
import { currentPassword, EXAMPLE_PASSWORD, newPassword, Usuario, usuario } from './sessao.ts';

const OTHER_ADDRESS = 'helena.prado@acacia.exemplo.com.br';

const avisos = {
  documentoConcluido: Type.Boolean({ description: 'Um documento que a pessoa enviou foi assinado por todos.' }),
  documentoNaoConcluido: Type.Boolean({
    description: 'Um documento que a pessoa enviou foi recusado, expirou, ou outra pessoa o cancelou.',
  }),
  assinaturaDelegada: Type.Boolean({
    description: 'Alguém passou a outra pessoa a assinatura de um documento que a pessoa enviou.',
  }),
  linkPublicoParado: Type.Boolean({
    description:
      'Um link público que a pessoa criou não conseguiu gerar um documento; até um aviso por dia de cada link.',
  }),
  webhookDesativado: Type.Boolean({
    description: 'Um webhook parou de responder e foi desativado; vai a quem administra a organização.',
  }),
  registroAberto: Type.Boolean({
    description:
      'O último ponto de controle do registro aberto, nos dias em que ele cresceu; vai a quem é proprietário de uma organização.',
  }),
};

export const Conta = named(
  'Conta',
  {
    ...usuario,
    avisos: inline(avisos, {
      description: 'Os avisos por e-mail que a pessoa quer. Os de segurança e os da organização sempre vão.',
    }),
    emailPendente: nullable(text(), {
      description: 'O endereço que espera a confirmação pelo link enviado a ele; até lá vale `email`.',
    }),
  },
  {
    examples: [
      {
        ...(exampleOf(Usuario) as object),
        avisos: {
          documentoConcluido: true,
          documentoNaoConcluido: true,
          assinaturaDelegada: true,
          linkPublicoParado: true,
          webhookDesativado: false,
          registroAberto: true,
        },
        emailPendente: null,
      },
    ],
  },
);
export type Conta = Static<typeof Conta>;

export const ContaAlteracao = named(
  'ContaAlteracao',
  {
    nome: Type.Optional(
      drawnText(NAME_MAX_CHARS, 'Vale em todas as organizações da pessoa; o que já foi registrado fica.'),
    ),
    idioma: Type.Optional(nullable(ref(Enum.Idioma))),
    tema: Type.Optional(ref(Enum.Tema)),
    avisos: Type.Optional(inline(Type.Partial(Type.Object(avisos)).properties)),
  },
  { examples: [{ nome: 'Helena Prado Lima', tema: 'ESCURO', avisos: { webhookDesativado: false } }] },
);
export type ContaAlteracao = Static<typeof ContaAlteracao>;

export const ContaSenhaEntrada = named(
  'ContaSenhaEntrada',
  { senhaAtual: currentPassword, senha: newPassword },
  { examples: [{ senhaAtual: EXAMPLE_PASSWORD, senha: 'sete barcos descem o rio manso' }] },
);
export type ContaSenhaEntrada = Static<typeof ContaSenhaEntrada>;

export const ContaEmailEntrada = named(
  'ContaEmailEntrada',
  { email: email(), senha: currentPassword },
  { examples: [{ email: OTHER_ADDRESS, senha: EXAMPLE_PASSWORD }] },
);
export type ContaEmailEntrada = Static<typeof ContaEmailEntrada>;
