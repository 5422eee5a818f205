import type fc from 'fast-check';
import { type Documento, inProgress, isPending, type Model, type Signatario } from './model.ts';
import { type Real, settle } from './real.ts';

export type Act = fc.AsyncCommand<Model, Real>;

/** An act on the document of an index, whatever it is by then. */
export abstract class OnDocument implements Act {
  readonly which: number;
  constructor(which: number) {
    this.which = which;
  }
  check(model: Readonly<Model>): boolean {
    return model.documentos.length > 0;
  }
  async run(model: Model, real: Real): Promise<void> {
    const documento = model.documentos[this.which % model.documentos.length] as Documento;
    await this.act(model, real, documento);
    await settle(model, real);
  }
  protected abstract act(model: Model, real: Real, documento: Documento): Promise<void>;
  protected expected(documento: Documento, refusals: readonly (string | false)[], success: string): string[] {
    if (documento.deleted) return ['404 NAO_ENCONTRADO'];
    const due = refusals.filter((refusal) => refusal !== false);
    return due.length > 0 ? due : [success];
  }
  toString(): string {
    return `${this.constructor.name}(${JSON.stringify({ ...this })})`;
  }
}

/** An act on one signer of a document. */
export abstract class OnSigner extends OnDocument {
  readonly who: number;
  constructor(which: number, who: number) {
    super(which);
    this.who = who;
  }
  protected one(documento: Documento): Signatario | undefined {
    return documento.signatarios[this.who % (documento.signatarios.length || 1)];
  }
  /** What speaks against changing or removing a signer. */
  protected refusals(documento: Documento, signatario: Signatario): (string | false)[] {
    const open = documento.status === 'RASCUNHO' || inProgress(documento);
    return [!(open && isPending(signatario)) && '409 CONFLITO'];
  }
}
