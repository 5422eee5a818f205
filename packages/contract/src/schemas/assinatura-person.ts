import { type Static, Type } from 'typebox';
import { Enum } from './enums.ts';
import { named, nullable, ref, text } from './kit.ts';

export const PessoaDoDocumento = named(
  'PessoaDoDocumento',
  {
    nome: nullable(text(), {
      description: 'O nome ou, sem ele, o e-mail em parte oculto; nulo até que todos os fatores estejam cumpridos.',
    }),
    funcao: ref(Enum.FuncaoSignatario),
    status: ref(Enum.StatusSignatario, {
      description: 'ASSINADO, RECUSADO ou CANCELADO; de quem ainda não agiu, sempre PENDENTE.',
    }),
    voce: Type.Boolean({ description: 'É a pessoa deste link.' }),
  },
  {
    description: 'Quem assina um documento, como as outras pessoas dele a veem.',
    examples: [{ nome: 'Otávio Prado', funcao: 'TESTEMUNHAR', status: 'PENDENTE', voce: false }],
  },
);
export type PessoaDoDocumento = Static<typeof PessoaDoDocumento>;

export const IdiomaEntrada = named('IdiomaEntrada', { idioma: ref(Enum.Idioma) }, { examples: [{ idioma: 'es' }] });
export type IdiomaEntrada = Static<typeof IdiomaEntrada>;

export const IdiomaEscolhido = named('IdiomaEscolhido', { idioma: ref(Enum.Idioma) }, { examples: [{ idioma: 'es' }] });
export type IdiomaEscolhido = Static<typeof IdiomaEscolhido>;
