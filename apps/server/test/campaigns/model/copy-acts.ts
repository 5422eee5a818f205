import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { OnDocument } from './act.ts';
import { type Documento, handOutLinks, type Model, newDocument, newSigner, note } from './model.ts';
import { expectAnswer, type Real } from './real.ts';

/** Another file for a draft. */
export class ReplaceFile extends OnDocument {
  readonly pages: number;
  constructor(which: number, pages: number) {
    super(which);
    this.pages = pages;
  }
  protected async act(model: Model, real: Real, documento: Documento): Promise<void> {
    const file = { bytes: tinyPdf(this.pages), pages: this.pages };
    const form = new FormData();
    form.set('arquivo', new Blob([file.bytes], { type: 'application/pdf' }), 'outro.pdf');
    const answer = await real.api('POST', `/documentos/${documento.id}/versoes`, form);
    const refusals = [documento.status !== 'RASCUNHO' && '409 DOCUMENTO_IMUTAVEL'];
    if (!expectAnswer(answer, this.expected(documento, refusals, '201'), 'enviar versão')) return;
    documento.file = file;
    model.metered.DOCUMENTO_ENVIADO += 1;
    note(documento, 'VERSAO_ENVIADA');
  }
}

/** A draft of its own with the current file, rules, fields and, if it keeps them, people. */
export class Duplicate extends OnDocument {
  readonly keeps: boolean;
  constructor(which: number, keeps: boolean) {
    super(which);
    this.keeps = keeps;
  }
  override check(model: Readonly<Model>): boolean {
    return super.check(model) && model.documentos.length < 4;
  }
  protected async act(model: Model, real: Real, documento: Documento): Promise<void> {
    const answer = await real.api('POST', `/documentos/${documento.id}/duplicar`, { manterPessoas: this.keeps });
    if (!expectAnswer(answer, this.expected(documento, [], '201'), 'duplicar')) return;
    const { body } = answer;
    const ahead = (deadline: number | null) => (deadline !== null && deadline > real.now() ? deadline : null);
    const { nivel, fatores, ordenado, recusavel, parar, descricao, file } = documento;
    const rules = { nivel, fatores, ordenado, recusavel, parar, descricao, file };
    const deadlines = { prazo: ahead(documento.prazo), expira: ahead(documento.expira) };
    const copy = newDocument(model, { ...rules, ...deadlines, id: body.id });
    const people = this.keeps ? documento.signatarios : [];
    copy.signatarios = people.map((one, index) => newSigner(body.signatarios[index]?.id, one));
    copy.campos = documento.campos.map(({ tipo, owner }) => ({
      tipo,
      owner: copy.signatarios[people.findIndex(({ id }) => id === owner)]?.id ?? null,
    }));
    handOutLinks(model, copy);
  }
}

/** A deleted document comes back as it was, but with other links. */
export class Restore extends OnDocument {
  protected async act(model: Model, real: Real, documento: Documento): Promise<void> {
    const answer = await real.api('POST', `/documentos/${documento.id}/restaurar`);
    if (!expectAnswer(answer, [documento.deleted ? '200' : '409 CONFLITO'], 'restaurar')) return;
    documento.deleted = false;
    note(documento, 'DOCUMENTO_RESTAURADO');
    if (documento.status === 'RASCUNHO') handOutLinks(model, documento);
  }
}
