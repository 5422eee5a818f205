import { type Act, OnDocument } from './act.ts';
import type { Documento, Model } from './model.ts';
import { expectAnswer, type Real, settle } from './real.ts';

/** Time passes: for everybody, with whatever falls due in it. */
export class Wait implements Act {
  readonly minutes: number;
  constructor(minutes: number) {
    this.minutes = minutes;
  }
  check(): boolean {
    return true;
  }
  async run(model: Model, real: Real): Promise<void> {
    real.service.clock.advance(this.minutes * 60_000);
    await settle(model, real);
  }
  toString(): string {
    return `Wait(${this.minutes} min)`;
  }
}

/** The same act several times in a row: what is counted and limited shows only then. */
export class Repeat implements Act {
  readonly act: Act;
  readonly times: number;
  constructor(act: Act, times: number) {
    this.act = act;
    this.times = times;
  }
  check(model: Readonly<Model>): boolean {
    return this.act.check(model);
  }
  async run(model: Model, real: Real): Promise<void> {
    for (let time = 0; time < this.times; time += 1) await this.act.run(model, real);
  }
  toString(): string {
    return `${this.times} × ${this.act}`;
  }
}

/** Each file of a document, as far as it exists. */
export class Download extends OnDocument {
  protected async act(_model: Model, real: Real, documento: Documento): Promise<void> {
    const complete = documento.status === 'ASSINADO';
    const { first, file } = documento;
    const files: [string, string | false][] = [
      ['ORIGINAL', false],
      ['ORIGINAL&versao=1', false],
      ['ASSINADO', !complete && '409 CONFLITO'],
      ['CERTIFICADO', !complete && '409 CERTIFICADO_INDISPONIVEL'],
      ['PADES', '404 NAO_ENCONTRADO'],
    ];
    for (const [tipo, refusal] of files) {
      const answer = await real.api('GET', `/documentos/${documento.id}/arquivo?tipo=${tipo}`);
      const served = expectAnswer(answer, this.expected(documento, [refusal], '200'), `baixar ${tipo}`);
      if (!served || tipo === 'CERTIFICADO') continue;
      const { bytes } = tipo === 'ORIGINAL&versao=1' ? first : file;
      const original = answer.bytes.equals(bytes);
      const prefix = answer.bytes.subarray(0, bytes.length).equals(bytes);
      if (tipo === 'ASSINADO' ? original || !prefix : !original) throw new Error(`another file was served as ${tipo}`);
    }
  }
}
