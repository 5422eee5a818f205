import { ACCEPTED_FILE_TYPES, SIMULATED_ACTIONS } from '@rubrica/contract/enums';
import { REASON_MAX_CHARS } from '@rubrica/contract/limits';
import type { Documento, Rubrica } from '@rubrica/sdk';
import { Type } from 'typebox';
import type { Act } from '../prepared.ts';
import { ToolProblem } from '../problem.ts';
import { contactShown, wholeDocumentShown } from '../shown.ts';
import { id, type Session, tool } from '../tool.ts';

const OUT = ['AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO'];
const ASK = 'Mostre à pessoa o que vai acontecer e só chame confirmar depois que ela disser que sim.';

/** The answer to whoever prepares: what will happen, in words for a person, and what confirms it. */
function prepared({ prepared: waiting, rubrica }: Session, act: Act, documento: Documento, told: string): object {
  const { ambiente } = rubrica;
  const happens = ambiente === 'TESTE' ? `${told} No sandbox, nada chega a ninguém.` : told;
  return {
    ambiente,
    oQueVaiAcontecer: happens,
    documento: wholeDocumentShown(documento),
    confirmacao: waiting.prepare(act, documento, happens),
    proximoPasso: ASK,
  };
}

const names = ({ signatarios }: Documento): string =>
  signatarios.map((one) => `${one.nome ?? 'sem nome'} (${contactShown(one)})`).join(', ');

/** What the sender allows, or declares, by sending. */
const besides = ({ signatarios }: Documento): string =>
  signatarios
    .flatMap(({ nome, delegavel, presencial }) => [
      ...(delegavel ? [` ${nome ?? 'Quem não tem nome'} pode passar a assinatura a outra pessoa.`] : []),
      ...(presencial ? [` Você declara que ${nome ?? 'quem não tem nome'} assina na sua presença.`] : []),
    ])
    .join('');

const prepareSending = tool({
  name: 'preparar_envio',
  title: 'Preparar o envio de um documento',
  description: `O primeiro de dois passos para enviar: não envia, e devolve o que vai acontecer e uma \`confirmacao\`, que vale 15 minutos. ${ASK}`,
  input: { documentoId: id('Um documento em RASCUNHO.') },
  effect: 'reads',
  async run({ documentoId }, session, { signal }) {
    const documento = await session.rubrica.documentos.obter(documentoId, { signal });
    if (documento.status !== 'RASCUNHO')
      throw new ToolProblem(`Só um rascunho é enviado; este está ${documento.status}.`);
    const happens = `“${documento.titulo}” vai para ${names(documento)}.${besides(documento)} Depois disso não volta a ser rascunho.`;
    return prepared(session, { kind: 'enviar', documentoId }, documento, happens);
  },
});

const prepareCancellation = tool({
  name: 'preparar_cancelamento',
  title: 'Preparar o cancelamento de um documento',
  description: `O primeiro de dois passos para cancelar um documento enviado: não cancela, e devolve o que vai acontecer e uma \`confirmacao\`, que vale 15 minutos. ${ASK}`,
  input: {
    documentoId: id('Um documento que aguarda assinaturas.'),
    motivo: Type.String({ minLength: 1, maxLength: REASON_MAX_CHARS, description: 'Fica na trilha, para sempre.' }),
  },
  effect: 'reads',
  async run({ documentoId, motivo }, session, { signal }) {
    const documento = await session.rubrica.documentos.obter(documentoId, { signal });
    if (!OUT.includes(documento.status)) {
      throw new ToolProblem(`Só se cancela o que aguarda assinaturas; este está ${documento.status}.`);
    }
    const signed = documento.signatarios.filter(({ status }) => status === 'ASSINADO').map(({ nome }) => nome);
    const lost = signed.length > 0 ? ` Já assinado por ${signed.join(', ')}: isso se perde.` : '';
    const happens = `“${documento.titulo}” é cancelado, e os links de ${names(documento)} deixam de valer.${lost} Não há volta.`;
    return prepared(session, { kind: 'cancelar', documentoId, motivo }, documento, happens);
  },
});

const execute = (rubrica: Rubrica, act: Act, options: { idempotencyKey: string }): Promise<Documento> =>
  act.kind === 'enviar'
    ? rubrica.documentos.enviar(act.documentoId, options)
    : rubrica.documentos.cancelar(act.documentoId, { motivo: act.motivo }, options);

const confirm = tool({
  name: 'confirmar',
  title: 'Confirmar o que foi preparado',
  description:
    'O segundo passo: envia ou cancela o que foi preparado, se nada mudou desde então. Só depois que a pessoa viu o que vai acontecer e disse que sim. Repetido com a mesma `confirmacao`, não faz duas vezes.',
  input: { confirmacao: Type.String({ description: 'De preparar_envio ou de preparar_cancelamento.' }) },
  effect: 'acts',
  async run({ confirmacao }, { rubrica, prepared: waiting }, { consent }) {
    const { act, happens } = waiting.waiting(confirmacao);
    const said = consent(happens);
    if (said === 'refused') {
      waiting.over(confirmacao);
      throw new ToolProblem('A pessoa disse que não. Nada foi feito.');
    }
    if (said !== 'given') return said;
    waiting.begin(confirmacao, await rubrica.documentos.obter(act.documentoId));
    // Not given up with the call: whoever confirmed means it, and a broken answer is asked for again under the same key.
    const documento = await execute(rubrica, act, { idempotencyKey: `mcp-${confirmacao}` });
    waiting.over(confirmacao);
    return wholeDocumentShown(documento);
  },
});

const download = tool({
  name: 'baixar_arquivo',
  title: 'Baixar um arquivo de um documento',
  description:
    'Grava nesta máquina o PDF assinado, o original ou o certificado de um documento. Nunca escreve por cima de outro arquivo.',
  input: {
    documentoId: id('De listar_documentos.'),
    tipo: Type.Optional(Type.Enum([...ACCEPTED_FILE_TYPES], { default: 'ASSINADO' })),
    destino: Type.String({ description: 'Caminho do arquivo a criar, dentro das pastas que o programa alcança.' }),
  },
  effect: 'drafts',
  async run({ documentoId, tipo = 'ASSINADO', destino }, { rubrica, folders }, { signal }) {
    const bytes = await rubrica.documentos.baixar(documentoId, { tipo }, { signal });
    const gravadoEm = await folders.create(destino, bytes);
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
    return { gravadoEm, tamanho: bytes.length, sha256: hash };
  },
});

const simulate = tool({
  name: 'simular_signatario',
  title: 'Simular o que uma pessoa faz (sandbox)',
  description:
    'Só no sandbox: faz por uma pessoa o que ela faria na página de assinatura, com as mesmas recusas, para ver um documento até o fim. A trilha diz SIMULACAO.',
  input: {
    documentoId: id('Um documento enviado, do sandbox.'),
    signatarioId: id('De ver_documento.'),
    acao: Type.Enum([...SIMULATED_ACTIONS]),
    motivo: Type.Optional(Type.String({ maxLength: REASON_MAX_CHARS, description: 'Com RECUSAR.' })),
  },
  effect: 'drafts',
  sandboxOnly: true,
  async run({ documentoId, signatarioId, ...entrada }, { rubrica }, { signal }) {
    await rubrica.sandbox.documentos.signatarios.simular(documentoId, signatarioId, entrada, { signal });
    return wholeDocumentShown(await rubrica.documentos.obter(documentoId, { signal }));
  },
});

export const actingTools = [prepareSending, prepareCancellation, confirm, download, simulate];
