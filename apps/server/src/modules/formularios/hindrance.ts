import { randomUUID } from 'node:crypto';
import { type MotivoImpedimento, type Rule, rule } from '@rubrica/contract';
import type { SignerPart } from '../../core/call.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { holdNamed, responsibleFor } from '../documentos/index.ts';
import { findModelo } from '../modelos/index.ts';
import type { FormulariosDeps } from './deps.ts';
import { QUEUES } from './queues.ts';
import { checkForm } from './rules.ts';
import { type FormularioRow, noteHindrance } from './store.ts';

/** What keeps a public link from making a document is its owner's to mend; a visitor can only tell them. */
export const unavailable = () => new Problem('409 CONFLITO', rule('formUnavailable'));

/** A refusal whose reason is not the visitor's: they read as much as `shown` says, whoever answers for the link the rest. */
export class Hindered extends Problem {
  readonly form: FormularioRow;
  readonly motivo: MotivoImpedimento;
  /** What the template or its use lacks; nothing of a visitor, because it is the same for anybody. */
  readonly lacking: readonly Rule[];

  constructor(
    form: FormularioRow,
    motivo: MotivoImpedimento,
    { lacking = [], shown = unavailable() }: { lacking?: readonly Rule[]; shown?: Problem } = {},
  ) {
    super(`${shown.status} ${shown.codigo}` as ConstructorParameters<typeof Problem>[0], shown.rule);
    this.form = form;
    this.motivo = motivo;
    this.lacking = lacking;
  }
}

/**
 * Does what a visitor asks for. What hinders the link is noted, and its owner told, in a transaction of its own: the act's is undone
 * with the refusal.
 */
export async function tellingOwner<R>(call: Pick<SignerPart, 'write'>, act: () => Promise<R>): Promise<R> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Hindered) await call.write((tx) => note(tx, error));
    throw error;
  }
}

/** One message a day for a link, whatever hinders it, to whoever answers for it and wants to know. */
async function note(tx: Tx, { form, motivo, lacking }: Hindered): Promise<void> {
  if (!(await noteHindrance(tx, form.id, motivo))) return;
  const owner = await responsibleFor(tx, form.criado_por, 'linkPublicoParado');
  if (!owner?.wants) return;
  const { organizacaoId, ambiente } = tx.scope;
  const payload = { organizacaoId, ambiente, id: randomUUID(), membroId: owner.id };
  await tx.enqueue(QUEUES.WARN_OF_FORM, { ...payload, formularioId: form.id, motivo, lacking });
}

/**
 * Why a confirmed visitor got no document: what the plan refuses, or what would keep anybody from one, which is found by trying
 * with nobody. What remains is of this visitor, and not told.
 * @returns what is thrown in its place
 */
export async function explain(
  tx: Tx,
  { undrawable }: Pick<FormulariosDeps, 'undrawable'>,
  form: FormularioRow,
  refused: Problem,
): Promise<Problem> {
  if (refused.codigo === 'FRANQUIA_ESGOTADA') return new Hindered(form, 'FRANQUIA_ESGOTADA');
  if (refused.codigo === 'LIMITE_EXCEDIDO') return new Hindered(form, 'RASCUNHOS_DEMAIS');
  const modelo = await findModelo(tx, form.modelo_id, form.criado_por);
  if (!modelo) return unavailable();
  const user = { actor: { membroId: form.criado_por }, scope: tx.scope };
  try {
    await holdNamed(
      tx,
      checkForm({ papelId: form.papel_id, documento: form.documento }, modelo, user, tx.now, undrawable),
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const lacking = (error.erros ?? []).map(({ campo: _place, ...said }) => said);
    return new Hindered(form, 'MODELO_INCOMPLETO', { lacking });
  }
  return unavailable();
}
