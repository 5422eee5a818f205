import { randomUUID } from 'node:crypto';
import { documentForm } from '../../harness.ts';
import { type Act, OnDocument } from './act.ts';
import { dataOf, type FieldType, fieldBody, fromNow, optionsBody, type Person, signerBody } from './generate.ts';
import {
  type Campo,
  type Documento,
  HOUR,
  handOutLinks,
  isConsistent,
  isTimely,
  isValidSigner,
  type Model,
  newDocument,
  newSigner,
  note,
  type Options,
  withOwners,
} from './model.ts';
import { expectAnswer, type Real, settle } from './real.ts';

export class Create implements Act {
  readonly options: Options;
  readonly people: Person[];
  readonly again: boolean;
  constructor(options: Options, people: Person[], again: boolean) {
    this.options = options;
    this.people = people;
    this.again = again;
  }
  check(model: Readonly<Model>): boolean {
    return model.documentos.length < 3;
  }
  async run(model: Model, real: Real): Promise<void> {
    const options = fromNow(this.options, real.now());
    const people = this.people.map((person) => dataOf(person, options, real));
    const signatarios = people.map((dados) => newSigner(randomUUID(), dados));
    const wanted = this.people.flatMap(({ signs, initials }, index): Campo[] => {
      const owner = signatarios[index]?.id ?? null;
      return [
        ...(signs ? [{ tipo: 'ASSINATURA' as const, owner }] : []),
        ...(initials ? [{ tipo: 'RUBRICA' as const, owner }] : []),
      ];
    });
    const dados = {
      titulo: 'Contrato',
      ...optionsBody(options),
      ...(options.prazo === null ? { prazoEm: undefined } : {}),
      signatarios: people.map((one, index) => ({ id: signatarios[index]?.id, ...signerBody(one) })),
      campos: wanted.map(fieldBody),
    };
    const headers = { 'idempotency-key': randomUUID() };
    const post = () => real.api('POST', '/documentos', documentForm(real.file.bytes, dados), headers);
    const answer = await post();
    if (!expectAnswer(answer, [isConsistent(options, signatarios) ? '201' : '400 ENTRADA_INVALIDA'], 'criar')) return;
    if (this.again) {
      const again = await post();
      expectAnswer(again, ['201'], 'criar de novo');
      if (again.body.id !== answer.body.id) throw new Error('a repeated creation made another document');
    }
    const { file } = real;
    const documento = newDocument(model, { ...options, id: answer.body.id, expira: null, descricao: null, file });
    documento.signatarios = signatarios;
    documento.campos = withOwners(wanted, signatarios) ?? [];
    model.metered.DOCUMENTO_ENVIADO += 1;
    handOutLinks(model, documento);
    await settle(model, real);
  }
  toString(): string {
    return `Create(${JSON.stringify({ ...this })})`;
  }
}

export class Change extends OnDocument {
  readonly change: Partial<Options>;
  constructor(which: number, change: Partial<Options>) {
    super(which);
    this.change = change;
  }
  protected async act(model: Model, real: Real, documento: Documento): Promise<void> {
    const hours = this.change.prazo;
    const change = { ...this.change, ...(hours ? { prazo: real.now() + hours * HOUR } : {}) };
    const next = { ...documento, ...change };
    const answer = await real.api('PATCH', `/documentos/${documento.id}`, optionsBody(change));
    const expected = this.expected(
      documento,
      documento.status === 'RASCUNHO'
        ? [!(isConsistent(next, documento.signatarios) && isTimely(change, next, real.now())) && '400 ENTRADA_INVALIDA']
        : ['409 DOCUMENTO_IMUTAVEL'],
      '200',
    );
    if (!expectAnswer(answer, expected, 'alterar')) return;
    Object.assign(documento, change);
    handOutLinks(model, documento);
  }
}

export class AddSigner extends OnDocument {
  readonly person: Person;
  constructor(which: number, person: Person) {
    super(which);
    this.person = person;
  }
  protected async act(model: Model, real: Real, documento: Documento): Promise<void> {
    const dados = dataOf(this.person, documento, real);
    const answer = await real.api('POST', `/documentos/${documento.id}/signatarios`, signerBody(dados));
    const expected = this.expected(
      documento,
      documento.status === 'RASCUNHO'
        ? [!isValidSigner(documento, dados) && '400 ENTRADA_INVALIDA']
        : ['409 DOCUMENTO_IMUTAVEL'],
      '201',
    );
    if (!expectAnswer(answer, expected, 'incluir signatário')) return;
    const signatario = newSigner(answer.body.id, dados);
    documento.signatarios.push(signatario);
    note(documento, 'SIGNATARIO_ADICIONADO', signatario, signatario.funcao);
    documento.campos = withOwners(documento.campos, documento.signatarios) ?? documento.campos;
    handOutLinks(model, documento);
  }
}

export class SetFields extends OnDocument {
  readonly types: readonly FieldType[];
  constructor(which: number, types: readonly FieldType[]) {
    super(which);
    this.types = types;
  }
  protected async act(_modelo: Model, real: Real, documento: Documento): Promise<void> {
    const { signatarios } = documento;
    const campos = this.types.map(
      (tipo, index): Campo =>
        tipo === 'SEM_DONO'
          ? { tipo: 'ASSINATURA', owner: null }
          : { tipo, owner: signatarios[index % (signatarios.length || 1)]?.id ?? null },
    );
    const owned = withOwners(campos, signatarios);
    const body = { campos: campos.map(fieldBody) };
    const answer = await real.api('PUT', `/documentos/${documento.id}/campos`, body);
    const expected = this.expected(
      documento,
      documento.status === 'RASCUNHO' ? [owned === null && '400 ENTRADA_INVALIDA'] : ['409 DOCUMENTO_IMUTAVEL'],
      '200',
    );
    if (expectAnswer(answer, expected, 'definir campos')) documento.campos = owned ?? [];
  }
}
