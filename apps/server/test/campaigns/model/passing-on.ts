import type { Act } from './act.ts';
import { PERSONAL, type Successor } from './generate.ts';
import {
  changePerson,
  type Documento,
  inPerson,
  isPending,
  isValidSigner,
  type Link,
  type Model,
  missing,
  note,
  type Signatario,
  type SignerData,
  whoseTurn,
} from './model.ts';
import { expectAnswer, type Real } from './real.ts';
import { Accept, Authenticate, ByLink, lacking, Open, Read, RequestCode, Sign } from './signer-acts.ts';

/** The place of whoever holds the link goes to another person, who begins anew with a link of their own. */
export class PassOn extends ByLink {
  readonly to: Successor;
  constructor(which: number, who: number, old: number, to: Successor) {
    super(which, who, old);
    this.to = to;
  }

  #successor(documento: Documento, signatario: Signatario, real: Real) {
    const { who, lacks } = this.to;
    const another = documento.signatarios.find((one) => one !== signatario && one.email !== null);
    const known = { self: signatario.email, signer: another?.email ?? null, other: null }[who];
    return {
      nome: 'Quem Assina no Lugar',
      email: known?.toUpperCase() ?? real.email(),
      telefone: lacks === 'telefone' ? null : real.phone(),
      pessoais: lacks === 'pessoais' ? null : PERSONAL[1],
      signs: known !== null,
    };
  }

  protected async byLink(model: Model, real: Real, documento: Documento, signatario: Signatario, link: Link) {
    const { signs, ...person } = this.#successor(documento, signatario, real);
    const { nome, email } = signatario;
    const next: SignerData = { ...signatario, ...person, metodo: 'EMAIL', presencial: false, delegavel: false };
    const { pessoais, telefone, ...rest } = person;
    const body = { ...rest, ...pessoais, ...(telefone === null ? {} : { telefone }) };
    const answer = await this.call(real, link, '/delegar', body);
    const refusals = [
      !isPending(signatario) && '409 CONFLITO',
      !signatario.delegavel && '409 CONFLITO',
      ...lacking(documento, signatario).slice(1),
      (signs || !isValidSigner(documento, next)) && '400 ENTRADA_INVALIDA',
    ];
    if (!expectAnswer(answer, this.orDead(link, documento, signatario, refusals), 'delegar')) return;
    note(documento, 'SIGNATARIO_DELEGADO', signatario, inPerson(link, signatario));
    note(documento, 'SIGNATARIO_CORRIGIDO', signatario, 'anulado');
    const { metodo, presencial, delegavel } = next;
    Object.assign(signatario, { ...person, metodo, presencial, delegavel, delegadoDe: { nome, email } });
    changePerson(model, documento, signatario);
    model.tell('signer.delegated', documento, signatario);
    model.messages.NOTICE += 1;
    // Of what is deleted before it leaves nobody is told.
    const passed = model.events.filter((event) => event.startsWith('signer.delegated')).length;
    await real.outside.message(real.owner, /(como você permitiu, passou)/, passed);
  }
}

/**
 * The whole way of somebody whose turn it is in one act, so that documents do get completed; each step still is what the
 * model says. At its end the person signs, has somebody else do so, or goes away.
 */
export class WholeCourse implements Act {
  readonly which: number;
  readonly turn: number;
  readonly end: 'SIGNS' | 'LEAVES' | Successor;
  constructor(which: number, turn: number, end: WholeCourse['end']) {
    this.which = which;
    this.turn = turn;
    this.end = end;
  }
  check(model: Readonly<Model>): boolean {
    return model.documentos.length > 0;
  }
  async run(model: Model, real: Real): Promise<void> {
    const { which, turn, end } = this;
    const documento = model.documentos[which % model.documentos.length] as Documento;
    const due = whoseTurn(documento);
    const signatario = due[turn % (due.length || 1)];
    if (!signatario) return;
    const who = documento.signatarios.indexOf(signatario);
    await new Open(which, who, 0).run(model, real);
    for (const factor of ['EMAIL', 'SMS_OTP', 'DADOS_PESSOAIS', 'TOTP'] as const) {
      if (!missing(documento, signatario).includes(factor)) continue;
      if (factor !== 'DADOS_PESSOAIS') await new RequestCode(which, who, 0, factor).run(model, real);
      await new Authenticate(which, who, 0, factor, true).run(model, real);
    }
    if (typeof end === 'object') return new PassOn(which, who, 0, end).run(model, real);
    await new Read(which, who, 0).run(model, real);
    await new Accept(which, who, 0).run(model, real);
    if (end === 'SIGNS') await new Sign(which, who, 0, true, null).run(model, real);
  }
  toString(): string {
    return `WholeCourse(${JSON.stringify({ ...this })})`;
  }
}
