import { randomUUID } from 'node:crypto';
import { OnDocument, OnSigner } from './act.ts';
import { type Adjustment, adjustmentBody, type Correction, PERSONAL, signerBody } from './generate.ts';
import {
  changePerson,
  type Documento,
  deadlinePassed,
  end,
  HOUR,
  handOutLinks,
  inProgress,
  invite,
  isPending,
  isReachable,
  isTimely,
  isValidSigner,
  killLinks,
  type Model,
  newLink,
  note,
  type Signatario,
  type SignerData,
  touched,
} from './model.ts';
import { expectAnswer, type Real } from './real.ts';

export class Send extends OnDocument {
  readonly again: boolean;
  constructor(which: number, again: boolean) {
    super(which);
    this.again = again;
  }
  protected async act(model: Model, real: Real, documento: Documento): Promise<void> {
    const headers = { 'idempotency-key': randomUUID() };
    const post = () => real.api('POST', `/documentos/${documento.id}/enviar`, undefined, headers);
    const answer = await post();
    const { signatarios, campos } = documento;
    const ready =
      signatarios.length > 0 &&
      signatarios.every(isReachable) &&
      campos.some(({ tipo }) => tipo === 'ASSINATURA') &&
      !deadlinePassed(documento, real.now());
    const expected = this.expected(
      documento,
      documento.status !== 'RASCUNHO'
        ? ['409 CONFLITO']
        : [!ready && '422 ENTRADA_INVALIDA', model.allowanceUsed && '402 FRANQUIA_ESGOTADA'],
      '200',
    );
    if (!expectAnswer(answer, expected, 'enviar')) return;
    if (this.again) expectAnswer(await post(), ['200'], 'enviar de novo');
    documento.status = 'AGUARDANDO_ASSINATURAS';
    model.metered.ENVELOPE_ENVIADO += 1;
    model.tell('document.sent', documento);
    note(documento, 'DOCUMENTO_ENVIADO');
    invite(model, documento);
  }
}

export class Resend extends OnDocument {
  readonly who: number | null;
  constructor(which: number, who: number | null) {
    super(which);
    this.who = who;
  }
  protected async act(model: Model, real: Real, documento: Documento): Promise<void> {
    const { signatarios } = documento;
    const one = this.who === null ? undefined : signatarios[this.who % (signatarios.length || 1)];
    const due = (one ? [one] : signatarios).filter((signatario) => isPending(signatario) && signatario.invited);
    const now = real.now();
    const tooOften = due.some(({ resends }) => resends.filter((at) => at > now - HOUR).length >= 3);
    const body = one ? { signatarioId: one.id } : undefined;
    const answer = await real.api('POST', `/documentos/${documento.id}/reenviar`, body);
    const refusals = [
      (!inProgress(documento) || due.length === 0) && '409 CONFLITO',
      inProgress(documento) && tooOften && '429 LIMITE_EXCEDIDO',
    ];
    if (!expectAnswer(answer, this.expected(documento, refusals, '200'), 'reenviar')) return;
    for (const signatario of due) {
      signatario.resends.push(now);
      newLink(model, signatario);
      note(documento, 'CONVITE_REENVIADO', signatario);
    }
  }
}

export class Cancel extends OnDocument {
  protected async act(model: Model, real: Real, documento: Documento): Promise<void> {
    const answer = await real.api('POST', `/documentos/${documento.id}/cancelar`, { motivo: 'desistência' });
    const expected = this.expected(documento, [!inProgress(documento) && '409 CONFLITO'], '200');
    if (!expectAnswer(answer, expected, 'cancelar')) return;
    end(model, documento, 'CANCELADO');
    model.tell('document.cancelled', documento);
    note(documento, 'DOCUMENTO_CANCELADO');
  }
}

export class Delete extends OnDocument {
  protected async act(_modelo: Model, real: Real, documento: Documento): Promise<void> {
    const answer = await real.api('DELETE', `/documentos/${documento.id}`);
    const stays = inProgress(documento) || documento.status === 'ASSINADO';
    if (!expectAnswer(answer, this.expected(documento, [stays && '409 CONFLITO'], '204'), 'excluir')) return;
    documento.deleted = true;
    note(documento, 'DOCUMENTO_EXCLUIDO');
    for (const signatario of documento.signatarios) killLinks(signatario);
  }
}

export class RemoveSigner extends OnSigner {
  protected async act(model: Model, real: Real, documento: Documento): Promise<void> {
    const signatario = this.one(documento);
    if (!signatario) return;
    const answer = await real.api('DELETE', `/documentos/${documento.id}/signatarios/${signatario.id}`);
    const last = inProgress(documento) && documento.signatarios.filter(isPending).length === 1;
    const refusals = [...this.refusals(documento, signatario), last && '409 CONFLITO'];
    if (!expectAnswer(answer, this.expected(documento, refusals, '204'), 'remover signatário')) return;
    killLinks(signatario);
    note(documento, 'SIGNATARIO_REMOVIDO', signatario);
    documento.signatarios = documento.signatarios.filter((other) => other !== signatario);
    documento.campos = documento.campos.filter(({ owner }) => owner !== signatario.id);
    if (inProgress(documento)) invite(model, documento);
  }
}

export class CorrectSigner extends OnSigner {
  readonly to: Correction;
  constructor(which: number, who: number, to: Correction) {
    super(which, who);
    this.to = to;
  }
  #change({ nome }: Signatario, real: Real): Partial<SignerData> {
    const { what, metodo, fatores, ordem, funcao, yes } = this.to;
    const given = { metodo, fatores, ordem, funcao, presencial: yes, delegavel: yes };
    switch (what) {
      case 'nome':
        return { nome: 'Outro Nome' };
      case 'email':
        return { email: real.email() };
      case 'telefone':
        return { telefone: real.phone() };
      case 'pessoa':
        return { nome: `${nome}, outra`, email: real.email() };
      case 'pessoais':
        return { pessoais: PERSONAL[this.to.yes ? 0 : 1] };
      default:
        return { [what]: given[what] };
    }
  }
  protected async act(model: Model, real: Real, documento: Documento): Promise<void> {
    const signatario = this.one(documento);
    if (!signatario) return;
    const dados = this.#change(signatario, real);
    const next = { ...signatario, ...dados };
    const differs = (name: keyof SignerData) => JSON.stringify(next[name]) !== JSON.stringify(signatario[name]);
    const changed = (Object.keys(dados) as (keyof SignerData)[]).filter(differs);
    // Who may pass their place on is no matter of who they are.
    const corrects = changed.some((name) => name !== 'delegavel');
    const now = real.now();
    const recent = signatario.corrections.filter((at) => at > now - HOUR);
    const path = `/documentos/${documento.id}/signatarios/${signatario.id}`;
    const answer = await real.api('PATCH', path, signerBody(dados));
    const invalid = !isValidSigner(documento, next) || (inProgress(documento) && !isReachable(next));
    const refusals = [
      ...this.refusals(documento, signatario),
      invalid && '400 ENTRADA_INVALIDA',
      !invalid && corrects && inProgress(documento) && recent.length >= 3 && '429 LIMITE_EXCEDIDO',
    ];
    if (!expectAnswer(answer, this.expected(documento, refusals, '200'), `corrigir ${this.to.what}`)) return;
    Object.assign(signatario, dados);
    if (changed.includes('nome') && changed.includes('email')) signatario.delegadoDe = null;
    if (corrects) this.#correct(model, documento, signatario, changed);
    if (corrects && inProgress(documento)) signatario.corrections = [...recent, now];
    if (inProgress(documento)) invite(model, documento);
    handOutLinks(model, documento);
  }

  /** Another contact has another link; another person or role voids what was done, if anything was. */
  #correct(model: Model, documento: Documento, signatario: Signatario, changed: readonly (keyof SignerData)[]): void {
    const contact = changed.some((name) => ['email', 'telefone', 'metodo'].includes(name));
    const another = contact || changed.some((name) => ['nome', 'pessoais', 'funcao'].includes(name));
    const voided = another && touched(signatario);
    note(documento, 'SIGNATARIO_CORRIGIDO', signatario, voided && 'anulado');
    if (contact || voided) changePerson(model, documento, signatario);
  }
}

/** What is no content of a sent document is given another value; a new deadline is mailed to who has not signed. */
export class Adjust extends OnDocument {
  readonly to: Adjustment;
  constructor(which: number, to: Adjustment) {
    super(which);
    this.to = to;
  }
  protected async act(model: Model, real: Real, documento: Documento): Promise<void> {
    const now = real.now();
    const at = (hours: number | null) => (hours === null ? null : now + hours * HOUR);
    const { prazo, expira, descricao } = this.to;
    const named = {
      ...(prazo === undefined ? {} : { prazo: at(prazo) }),
      ...(expira === undefined ? {} : { expira: at(expira) }),
    };
    const change = { ...named, ...(descricao === undefined ? {} : { descricao }) };
    const next = { ...documento, ...change };
    const moved = next.prazo !== documento.prazo;
    const recent = documento.adjusted.filter((one) => one > now - HOUR);
    const answer = await real.api('POST', `/documentos/${documento.id}/ajustar`, adjustmentBody(change));
    const open = Object.keys(named).length === 0 ? documento.status !== 'RASCUNHO' : inProgress(documento);
    const invalid = !isTimely(named, next, now);
    const refusals = [
      !open && '409 CONFLITO',
      open && invalid && '400 ENTRADA_INVALIDA',
      open && !invalid && moved && recent.length >= 3 && '429 LIMITE_EXCEDIDO',
    ];
    if (!expectAnswer(answer, this.expected(documento, refusals, '200'), 'ajustar')) return;
    const adjusts = moved || next.expira !== documento.expira || next.descricao !== documento.descricao;
    Object.assign(documento, change);
    if (adjusts) note(documento, 'DOCUMENTO_AJUSTADO');
    if (!moved) return;
    documento.adjusted.push(now);
    const told = documento.signatarios.filter((one) => isPending(one) && one.invited && one.metodo === 'EMAIL');
    for (const signatario of told) newLink(model, signatario);
  }
}
