import { estimatedPart, knownWords, SUBSTITUTIONS_TRIED } from '@rubrica/contract/password';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as ptBr } from '@zxcvbn-ts/language-pt-br';

/** The score of a password, 0 to 4. @param known what an attacker knows of the person: name, e-mail, organization */
export type Estimate = (senha: string, known: readonly string[]) => number;

/** With what the service decides by, so that the meter promises nothing that is then refused. */
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common, ...ptBr },
  graphs: adjacencyGraphs,
  l33tMaxSubstitutions: SUBSTITUTIONS_TRIED,
});

export const estimate: Estimate = (senha, known) => zxcvbn.check(estimatedPart(senha), knownWords(known)).score;
