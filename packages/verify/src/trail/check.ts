import type { Evidence } from '../package/read.ts';
import type { Findings, Unsure } from '../report.ts';
import { checkDelegations, passesOn } from './delegations.ts';
import { checkCode, checkDocument, checkEnd, checkFiles, checkSchema } from './document.ts';
import { checkFields } from './fields.ts';
import { type History, historyOf } from './history.ts';
import { checkData, checkEnds, checkEverybody, checkSteps, checkTurns, hasTurns } from './people.ts';
import { checkAcceptance, checkFactors, checkProven, checkValues } from './proofs.ts';

/** Checks every property of the summary that an event states against that event. */
export async function checkStory({ conteudo, registro }: Evidence, findings: Findings): Promise<void> {
  let history: History | undefined;
  await findings.check('TRILHA.HISTORIA', 'A trilha tem criação, envio e conclusão, uma de cada', () => {
    history = historyOf(conteudo);
    return `${conteudo.eventos.length} eventos`;
  });
  if (!history) return;
  const told = history;
  const check = (code: string, claim: string, run: (history: History) => string | Unsure) =>
    findings.check(`TRILHA.${code}`, claim, () => run(told));
  await check('FORMATO', 'O formato do pacote é o que o envio fixou', checkSchema);
  await check('DOCUMENTO', 'O documento do pacote é o que foi enviado', checkDocument);
  await check('CODIGO', 'O código de validação é o do envio', checkCode);
  await check('ARQUIVOS', 'O arquivo enviado é o que todos assinaram e o que foi selado', checkFiles);
  await check('CONCLUSAO', 'O documento foi concluído como o pacote diz', (history) => checkEnd(history, registro));
  const everybody = await check('PESSOAS', 'Cada pessoa do envio assinou ou recusou, uma vez', checkEverybody);
  // The following checks need each person's signature or refusal.
  if (!everybody) return;
  await check('DADOS', 'As pessoas são as do envio, com as correções da trilha', checkData);
  if (passesOn(told)) await check('DELEGACOES', 'Quem passou a assinatura a outra pessoa podia', checkDelegations);
  await check('ATOS', 'Assinaturas e recusas são as da trilha', checkEnds);
  await check('PASSOS', 'Antes de assinar, cada pessoa fez o que o pacote diz', checkSteps);
  if (hasTurns(told)) await check('VEZ', 'Cada pessoa agiu na sua vez', checkTurns);
  await check('FATORES', 'Quem assinou cumpriu antes os fatores exigidos', checkFactors);
  await check('PROVAS', 'Cada fator foi cumprido com o dado da própria pessoa', checkProven);
  await check('ACEITE', 'O texto aceito é o que a trilha registrou', checkAcceptance);
  await check('CAMPOS', 'Os campos, e o que o remetente escreveu, são os do envio', checkFields);
  await check('VALORES', 'O que cada pessoa preencheu é o que assinou', checkValues);
}
