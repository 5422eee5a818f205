import { Secret, TOTP } from 'otpauth';
import type { Answer } from '../../harness.ts';
import { OnDocument } from './act.ts';
import {
  type Documento,
  end,
  type Factor,
  factorOf,
  goOn,
  inPerson,
  inProgress,
  isPending,
  type Link,
  MINUTE,
  type Model,
  missing,
  note,
  required,
  type Signatario,
  whoseTurn,
} from './model.ts';
import { expectPage } from './page.ts';
import { authenticatorOf, fulfil, guessesAt, keptForEmail } from './proofs.ts';
import { expectAnswer, type Real } from './real.ts';

const HOUR = 60 * MINUTE;
const CODE = /(?:Seu código é |^)(\d{6})\b/;
/** Six digits that are none of those that would be right. */
function wrongCode(right: readonly string[]): string {
  const codes = Array.from({ length: right.length + 1 }, (_, n) => String(n).padStart(6, '0'));
  return codes.find((code) => !right.includes(code)) as string;
}

/** An act of whoever holds one of a signer's links, living or dead. */
export abstract class ByLink extends OnDocument {
  readonly who: number;
  readonly old: number;
  constructor(which: number, who: number, old: number) {
    super(which);
    this.who = who;
    this.old = old;
  }

  protected async act(model: Model, real: Real, documento: Documento): Promise<void> {
    const signatario = documento.signatarios[this.who % (documento.signatarios.length || 1)];
    const links = signatario?.links.filter(({ token }) => token !== null) ?? [];
    // The newest link most of the time, an older one now and then.
    const link = links[Math.max(0, links.length - 1 - this.old)];
    if (signatario && link) await this.byLink(model, real, documento, signatario, link);
  }

  protected abstract byLink(
    model: Model,
    real: Real,
    documento: Documento,
    signatario: Signatario,
    link: Link,
  ): Promise<void>;

  protected call(real: Real, link: Link, act: string, body?: unknown): Promise<Answer> {
    return real.signer(link.token ?? '', body === undefined ? 'GET' : 'POST', act, body);
  }

  /** A dead link says so before anything else; a draft's link is not open yet, nor one before its signer's turn. */
  protected orDead(
    link: Link,
    documento: Documento,
    { invited }: Pick<Signatario, 'invited'>,
    refusals: readonly (string | false)[],
  ): string[] {
    if (!link.alive) return ['410 LINK_INDISPONIVEL'];
    if (documento.status === 'RASCUNHO' || !invited) return ['409 CONFLITO'];
    const due = refusals.filter((refusal) => refusal !== false);
    return due.length > 0 ? due : ['200'];
  }
}

/** What every act but opening asks for: all factors, and that the person has not refused. */
export const lacking = (documento: Documento, signatario: Signatario): (string | false)[] => [
  signatario.status === 'RECUSADO' && '409 CONFLITO',
  missing(documento, signatario).length > 0 && '403 AUTENTICACAO_INCOMPLETA',
];

export class Open extends ByLink {
  protected async byLink(model: Model, real: Real, documento: Documento, signatario: Signatario, link: Link) {
    const answer = await this.call(real, link, '');
    if (!expectAnswer(answer, this.orDead(link, documento, { invited: true }, []), 'abrir')) return;
    real.acceptanceHash = answer.body.textoAceite.textoHash;
    this.#view(model, documento, signatario, link);
    expectPage(documento, signatario, link, answer.body);
  }

  #view(model: Model, documento: Documento, signatario: Signatario, link: Link): void {
    // Before the person's turn it is no view.
    if (!inProgress(documento) || !signatario.invited || !whoseTurn(documento).includes(signatario)) return;
    signatario.status = 'VISUALIZADO';
    if (!signatario.viewed) {
      model.tell('document.viewed', documento, signatario);
      note(documento, 'DOCUMENTO_VISUALIZADO', signatario, inPerson(link, signatario));
    }
    signatario.viewed = true;
    if (link.canal === 'EMAIL') fulfil(model, documento, signatario, 'EMAIL', link);
  }
}

export class Read extends ByLink {
  protected async byLink(_model: Model, real: Real, documento: Documento, signatario: Signatario, link: Link) {
    const answer = await this.call(real, link, '/leitura', { paginasLidas: documento.file.pages, segundos: 3 });
    if (!expectAnswer(answer, this.orDead(link, documento, signatario, lacking(documento, signatario)), 'ler')) return;
    if (!signatario.hasRead) note(documento, 'LEITURA_CONCLUIDA', signatario);
    signatario.hasRead = true;
  }
}

export class Accept extends ByLink {
  protected async byLink(_model: Model, real: Real, documento: Documento, signatario: Signatario, link: Link) {
    // Nobody knows the text before somebody opened a link.
    if (real.acceptanceHash === '') return;
    const answer = await this.call(real, link, '/aceite', { textoHash: real.acceptanceHash });
    const refusals = [...lacking(documento, signatario), !signatario.hasRead && '409 CONFLITO'];
    if (!expectAnswer(answer, this.orDead(link, documento, signatario, refusals), 'aceitar')) return;
    if (!signatario.accepted) note(documento, 'ACEITE_REGISTRADO', signatario);
    signatario.accepted = true;
  }
}

/** What speaks against working on a factor at all. */
function factorRefusals(
  model: Model,
  documento: Documento,
  signatario: Signatario,
  factor: Factor,
  link: Link,
  now: number,
): (string | false)[] {
  const wanted = required(documento, signatario).includes(factor) && !signatario.fulfilled.has(factor);
  return [
    (!wanted || signatario.status === 'RECUSADO') && '409 CONFLITO',
    wanted && guessesAt(model, signatario, factor, link).restsUntil > now && '429 LIMITE_EXCEDIDO',
  ];
}

export class RequestCode extends ByLink {
  readonly factor: 'EMAIL' | 'SMS_OTP' | 'TOTP';
  constructor(which: number, who: number, old: number, factor: RequestCode['factor']) {
    super(which, who, old);
    this.factor = factor;
  }

  protected async byLink(model: Model, real: Real, documento: Documento, signatario: Signatario, link: Link) {
    const { factor } = this;
    const now = real.now();
    const refusals = factorRefusals(model, documento, signatario, factor, link, now);
    const state = factorOf(signatario, factor);
    const enrolled = authenticatorOf(model, signatario, link)?.confirmed ?? false;
    const to = (factor === 'EMAIL' ? signatario.email : signatario.telefone) ?? '';
    const asked = state.asked.flatMap((one) => (one.to === to ? [one.at] : []));
    const others = missing(documento, signatario).some((other) => other !== 'TOTP');
    if (factor === 'TOTP') refusals.push(!enrolled && others && '409 CONFLITO');
    else {
      refusals.push(asked.some((at) => at > now - MINUTE) && '429 LIMITE_EXCEDIDO');
      refusals.push(asked.filter((at) => at > now - HOUR).length >= 5 && '429 LIMITE_EXCEDIDO');
    }
    const answer = await this.call(real, link, '/otp', { fator: factor });
    if (!expectAnswer(answer, this.orDead(link, documento, signatario, refusals), `pedir ${factor}`)) return;
    if (factor === 'TOTP') this.#enrol(model, signatario, link, answer, enrolled);
    else await this.#receive(model, real, signatario, factor, to);
  }

  #enrol(model: Model, signatario: Signatario, link: Link, { body }: Answer, enrolled: boolean): void {
    if (enrolled !== (body.cadastrado === true)) throw new Error(`enrolment: ${JSON.stringify(body)}`);
    if (enrolled) return;
    const offered = { secret: body.segredo, step: 0, confirmed: false };
    if (keptForEmail(signatario, link)) model.authenticators.set(signatario.email ?? '', offered);
    else model.ownAuthenticators.set(signatario.id, offered);
  }

  async #receive(
    model: Model,
    real: Real,
    signatario: Signatario,
    factor: 'EMAIL' | 'SMS_OTP',
    to: string,
  ): Promise<void> {
    const count = (real.codesTo.get(to) ?? 0) + 1;
    real.codesTo.set(to, count);
    const valor = await real.outside.message(to, CODE, count);
    const state = factorOf(signatario, factor);
    state.asked.push({ to, at: real.now() });
    state.codigo = { valor, expires: real.now() + 10 * MINUTE };
    model.messages[factor === 'EMAIL' ? 'EMAIL' : 'SMS'] += 1;
  }
}

export class Authenticate extends ByLink {
  readonly factor: Factor;
  readonly right: boolean;
  constructor(which: number, who: number, old: number, factor: Factor, right: boolean) {
    super(which, who, old);
    this.factor = factor;
    this.right = right;
  }

  protected async byLink(model: Model, real: Real, documento: Documento, signatario: Signatario, link: Link) {
    const { factor } = this;
    const now = real.now();
    const state = factorOf(signatario, factor);
    const { body, isRight, unknown } = this.#answer(model, documento, signatario, link, now);
    const guesses = guessesAt(model, signatario, factor, link);
    const refusals: (string | false)[] = [
      ...factorRefusals(model, documento, signatario, factor, link, now),
      unknown && '409 CONFLITO',
    ];
    const fifth = guesses.failures === 4;
    const allowed = !refusals.some((refusal) => refusal !== false);
    if (allowed && !isRight) {
      refusals.push(fifth ? '429 LIMITE_EXCEDIDO' : '401 CREDENCIAL_INVALIDA');
      if (link.alive && documento.status !== 'RASCUNHO' && signatario.invited) {
        guesses.failures = fifth ? 0 : guesses.failures + 1;
        if (fifth) guesses.restsUntil = now + 15 * MINUTE;
      }
    }
    const answer = await this.call(real, link, '/autenticar', body);
    if (!expectAnswer(answer, this.orDead(link, documento, signatario, refusals), `autenticar ${factor}`)) return;
    state.codigo = null;
    Object.assign(guesses, { failures: 0, restsUntil: 0 });
    const authenticator = authenticatorOf(model, signatario, link);
    if (factor === 'TOTP' && authenticator) Object.assign(authenticator, { step: stepAt(now), confirmed: true });
    fulfil(model, documento, signatario, factor, link);
  }

  #answer(
    model: Model,
    documento: Documento,
    signatario: Signatario,
    link: Link,
    now: number,
  ): { body: object; isRight: boolean; unknown: boolean } {
    const { factor, right } = this;
    if (factor === 'DADOS_PESSOAIS') {
      const { cpf, dataNascimento } = signatario.pessoais ?? { cpf: '11144477735', dataNascimento: '1990-01-01' };
      const body = { fator: factor, cpf, dataNascimento: right ? dataNascimento : '1970-01-01' };
      return { body, isRight: right && signatario.pessoais !== null, unknown: false };
    }
    if (factor === 'TOTP') {
      const known = authenticatorOf(model, signatario, link);
      const early = known?.confirmed === false && missing(documento, signatario).some((other) => other !== 'TOTP');
      const secret = Secret.fromBase32(known?.secret ?? 'JBSWY3DPEHPK3PXP');
      const codeAt = (steps: number) => new TOTP({ secret }).generate({ timestamp: now + steps * STEP_MS });
      // Those of the steps around are taken too.
      const codigo = right ? codeAt(0) : wrongCode([-2, -1, 0, 1, 2].map(codeAt));
      return {
        body: { fator: factor, codigo },
        isRight: right && stepAt(now) > (known?.step ?? 0),
        unknown: !known || early,
      };
    }
    const { codigo } = factorOf(signatario, factor);
    const isRight = right && codigo !== null && codigo.expires > now;
    const given = right && codigo ? codigo.valor : wrongCode(codigo ? [codigo.valor] : []);
    return { body: { fator: factor, codigo: given }, isRight, unknown: false };
  }
}

const STEP_MS = 30_000;
const stepAt = (now: number) => Math.floor(now / STEP_MS);

export class Sign extends ByLink {
  readonly full: boolean;
  /** What the person says their name is, if not what the sender wrote. */
  readonly nome: string | null;
  constructor(which: number, who: number, old: number, full: boolean, nome: string | null) {
    super(which, who, old);
    this.full = full;
    this.nome = nome;
  }

  protected async byLink(model: Model, real: Real, documento: Documento, signatario: Signatario, link: Link) {
    const mark = { tipo: 'DIGITADA', texto: 'Pessoa de Teste' };
    const { full, nome } = this;
    const marks = full ? { assinatura: mark, rubrica: mark } : {};
    const body = { ...marks, campos: [], ...(nome === null ? {} : { dados: { nome } }) };
    const draws = documento.campos.some(({ owner, tipo }) => owner === signatario.id && tipo !== 'DATA');
    const refusals = [
      !isPending(signatario) && '409 CONFLITO',
      ...lacking(documento, signatario),
      !whoseTurn(documento).includes(signatario) && '409 CONFLITO',
      !(signatario.hasRead && signatario.accepted) && '409 CONFLITO',
      nome !== null && signatario.travado && '409 CONFLITO',
      draws && !full && '400 ENTRADA_INVALIDA',
    ];
    const answer = await this.call(real, link, '/assinar', body);
    if (!expectAnswer(answer, this.orDead(link, documento, signatario, refusals), 'assinar')) return;
    if (nome !== null && nome !== signatario.nome) {
      signatario.nome = nome;
      note(documento, 'DADOS_CORRIGIDOS', signatario);
    }
    note(documento, 'ASSINATURA_REGISTRADA', signatario, signatario.funcao, inPerson(link, signatario));
    signatario.status = 'ASSINADO';
    documento.status = 'PARCIALMENTE_ASSINADO';
    model.metered.ASSINATURA_COLETADA += 1;
    model.tell('document.signed', documento, signatario);
    goOn(model, documento);
  }
}

export class Refuse extends ByLink {
  protected async byLink(model: Model, real: Real, documento: Documento, signatario: Signatario, link: Link) {
    const refusals = [!isPending(signatario) && '409 CONFLITO', !documento.recusavel && '409 CONFLITO'];
    const answer = await this.call(real, link, '/recusar', { motivo: 'não concordo' });
    if (!expectAnswer(answer, this.orDead(link, documento, signatario, refusals), 'recusar')) return;
    signatario.status = 'RECUSADO';
    model.tell('document.refused', documento, signatario);
    note(documento, 'ASSINATURA_RECUSADA', signatario, inPerson(link, signatario));
    const everybody = documento.signatarios.every(({ status }) => status === 'RECUSADO');
    if (!documento.parar && !everybody) {
      goOn(model, documento);
      return;
    }
    note(documento, 'DOCUMENTO_RECUSADO');
    end(model, documento, 'RECUSADO');
  }
}

/** What was sent for signature or, once all have signed, the sealed file; and to who signed also the certificate. */
export class DownloadByLink extends ByLink {
  readonly certificate: boolean;
  constructor(which: number, who: number, old: number, certificate: boolean) {
    super(which, who, old);
    this.certificate = certificate;
  }

  protected async byLink(_model: Model, real: Real, documento: Documento, signatario: Signatario, link: Link) {
    const answer = await this.call(real, link, this.certificate ? '/arquivo?tipo=CERTIFICADO' : '/arquivo');
    const complete = documento.status === 'ASSINADO';
    const entitled = complete && signatario.status === 'ASSINADO';
    const refusals = [
      ...lacking(documento, signatario).slice(1),
      this.certificate && !entitled && '409 CERTIFICADO_INDISPONIVEL',
    ];
    if (!expectAnswer(answer, this.orDead(link, documento, signatario, refusals), 'baixar pelo link')) return;
    if (this.certificate) return;
    const { bytes } = documento.file;
    const original = answer.bytes.equals(bytes);
    const prefix = answer.bytes.subarray(0, bytes.length).equals(bytes);
    if (complete ? original || !prefix : !original) throw new Error('another file was served');
  }
}
