import type { Evento } from '../package/shapes.ts';
import { counted, ensure } from '../report.ts';
import { changesIn, type Happened, type History, livingActs, same } from './history.ts';

/** Signatures that people passed on to others: each is told by the act and, right after it, by what it changed. */

const isAct = ({ acao }: Evento): boolean => acao === 'SIGNATARIO_DELEGADO';
const isChange = ({ acao, tipoAtor }: Evento): boolean => acao === 'SIGNATARIO_CORRIGIDO' && tipoAtor === 'SIGNATARIO';

/** Whether the trail has anything of it. */
export const passesOn = ({ events }: History): boolean => events.some(({ event }) => isAct(event) || isChange(event));

/**
 * Whoever passed a signature on had proven before what was asked of them, and what they did counts for nobody else; nothing
 * but such an act puts another person into a place in the name of the one who had it.
 */
export function checkDelegations(history: History): string {
  let count = 0;
  for (const { index, event } of history.events) {
    if (isChange(event)) {
      const before = history.events[index - 1]?.event;
      ensure(
        before && isAct(before) && sameActor(before, event),
        'a trilha troca quem assina em nome de quem não passou a assinatura',
      );
    }
    if (!isAct(event)) continue;
    ensure(
      index > history.sent.index && event.tipoAtor === 'SIGNATARIO',
      'quem passou uma assinatura não era quem assina',
    );
    const change = history.events[index + 1];
    ensure(
      change && isChange(change.event) && sameActor(event, change.event),
      'uma assinatura foi passada, e a trilha não diz o que mudou',
    );
    checkChange(event, change);
    checkProven(history, { index, event });
    count++;
  }
  return `${counted(count, 'vez', 'vezes')}, por quem tinha provado quem era`;
}

const sameActor = (one: Evento, other: Evento): boolean =>
  one.detalhe.signatarioId === other.detalhe.signatarioId &&
  one.ator === other.ator &&
  one.ip === other.ip &&
  one.ocorridoEm === other.ocorridoEm;

function checkChange({ detalhe: { para } }: Evento, change: Happened): void {
  const { nome, email } = (para ?? {}) as Record<string, unknown>;
  const changes = changesIn(change) ?? {};
  const told =
    email !== undefined && same(changes.email?.para, email) && (!changes.nome || same(changes.nome.para, nome));
  ensure(told, 'uma assinatura foi passada a outra pessoa do que a trilha diz');
  ensure(change.event.detalhe.anulado === true, 'uma assinatura foi passada com o que outra pessoa tinha feito');
}

/** Each factor that was required then, as far as the trail tells it, was fulfilled by the same person. */
function checkProven(history: History, { index, event }: Happened): void {
  const id = String(event.detalhe.signatarioId);
  const living = livingActs(history, id, index);
  const proven = living.flatMap(({ event: { acao, detalhe } }) => (acao === 'FATOR_CUMPRIDO' ? [detalhe.fator] : []));
  const missing = requiredThen(history, id, index).filter((fator) => !proven.includes(fator));
  ensure(proven.length > 0 && missing.length === 0, 'quem passou uma assinatura não tinha provado quem era');
}

function requiredThen({ conteudo, bySigner }: History, id: string, index: number): readonly unknown[] {
  const sent =
    conteudo.signatarios.find(({ signatarioId }) => signatarioId === id)?.noEnvio?.dados.fatoresExigidos ?? [];
  return (bySigner.get(id) ?? []).reduce<readonly unknown[]>((required, act) => {
    const change = act.event.acao === 'SIGNATARIO_CORRIGIDO' && act.index < index && changesIn(act)?.fatoresExigidos;
    // Reset to those of the document, which no event states.
    return change ? (Array.isArray(change.para) ? change.para : []) : required;
  }, sent);
}
