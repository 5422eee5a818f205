import { randomUUID } from 'node:crypto';
import { OnDocument, OnSigner } from './act.ts';
import type { Correction } from './generate.ts';
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
  isValidSigner,
  killLinks,
  type Model,
  newLink,
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
  }
}

export class Delete extends OnDocument {
  protected async act(_modelo: Model, real: Real, documento: Documento): Promise<void> {
    const answer = await real.api('DELETE', `/documentos/${documento.id}`);
    const stays = inProgress(documento) || documento.status === 'ASSINADO';
    if (!expectAnswer(answer, this.expected(documento, [stays && '409 CONFLITO'], '204'), 'excluir')) return;
    documento.deleted = true;
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
  #change(real: Real): { dados: Partial<SignerData>; body: object; renames?: true } {
    const { metodo, fatores, ordem } = this.to;
    const [email, telefone] = [real.email(), real.phone()];
    switch (this.to.what) {
      case 'email':
        return { dados: { email }, body: { email } };
      case 'telefone':
        return { dados: { telefone }, body: { telefone } };
      case 'metodo':
        return { dados: { metodo }, body: { metodoEntrega: metodo } };
      case 'fatores':
        return { dados: { fatores }, body: { fatoresExigidos: fatores } };
      case 'ordem':
        return { dados: { ordem }, body: { ordem } };
      default:
        return { dados: {}, body: { nome: 'Outro Nome' }, renames: true };
    }
  }
  protected async act(model: Model, real: Real, documento: Documento): Promise<void> {
    const signatario = this.one(documento);
    if (!signatario) return;
    const { dados, body, renames = false } = this.#change(real);
    const next = { ...signatario, ...dados, renamed: signatario.renamed || renames };
    const names = Object.keys({ ...dados, renamed: true }) as (keyof typeof next)[];
    const changes = names.some((name) => JSON.stringify(next[name]) !== JSON.stringify(signatario[name]));
    const now = real.now();
    const recent = signatario.corrections.filter((at) => at > now - HOUR);
    const answer = await real.api('PATCH', `/documentos/${documento.id}/signatarios/${signatario.id}`, body);
    const invalid = !isValidSigner(documento, next) || (inProgress(documento) && !isReachable(next));
    const refusals = [
      ...this.refusals(documento, signatario),
      invalid && '400 ENTRADA_INVALIDA',
      !invalid && changes && inProgress(documento) && recent.length >= 3 && '429 LIMITE_EXCEDIDO',
    ];
    if (!expectAnswer(answer, this.expected(documento, refusals, '200'), `corrigir ${this.to.what}`)) return;
    if (!changes) return;
    const contact = (['email', 'telefone', 'metodo'] as const).some((name) => next[name] !== signatario[name]);
    const renamed = next.renamed !== signatario.renamed;
    Object.assign(signatario, { ...dados, renamed: next.renamed });
    if (inProgress(documento)) signatario.corrections = [...recent, now];
    if (contact || (renamed && touched(signatario))) changePerson(model, documento, signatario);
    if (inProgress(documento)) invite(model, documento);
    handOutLinks(model, documento);
  }
}
