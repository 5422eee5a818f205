import { createHash } from 'node:crypto';
import type { Conteudo, Dados, Evento, Factor, Selo, Signatario } from '../src/package/shapes.ts';

/**
 * Builds the genuine history of a document as the service records it (ADR 0033), in both schemas, together with the
 * summary that the service would make of it. Hashes are computed independently here, so that the code under test does
 * not judge itself.
 */

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`;
}

/** A value whose properties may be changed: tests play the forger. */
export type Open<T> = T extends readonly (infer U)[]
  ? Open<U>[]
  : T extends object
    ? { -readonly [K in keyof T]: Open<T[K]> }
    : T;
export type OpenConteudo = Open<Conteudo>;

type Detail = Record<string, unknown>;

export interface Given extends Partial<Omit<Dados, 'signatarioId'>> {
  readonly signatarioId?: string;
}

/** A one-pixel PNG. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const ACCEPTED = 'Declaro que li o documento apresentado, na íntegra, e que concordo com o seu conteúdo.';
const AGREED = { textoAceiteId: '6f1f7c52-3c0e-4c34-9a54-8d1f0f5f6a01', versao: '1', textoHash: sha256(ACCEPTED) };
const ORGANIZATION = { nome: 'Acácia Ltda.', documento: '11222333000181' };
export const CODE = 'SVC-7K2M-QX9A-4TBD';

export interface StoryOptions {
  readonly schema?: 'v1' | 'v2';
  readonly environment?: 'PRODUCAO' | 'TESTE';
  readonly start?: Date;
  readonly ordered?: boolean;
  readonly title?: string;
  /** What is asked where, and what the sender wrote, is in the chain (ADR 0082). */
  readonly fields?: boolean;
}

type Campo = NonNullable<Open<Dados>['campos']>[number];

let counter = 0;
/** Salts and ids that are the same on every run, for files that are committed. */
const steady = (what: string): string => sha256(`${what} ${++counter}`);
const id = (): string => {
  const hex = steady('id');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
/** A field, one below the other. */
const fieldAt = (row: number, more: Partial<Campo>): Campo => ({
  ...{ campoId: id(), tipo: 'TEXTO', pagina: 1, x: 0.1, y: 0.1 * row, largura: 0.35, altura: 0.0625, z: 0 },
  ...{ rotulo: null, obrigatorio: true, valorPadrao: null },
  ...more,
});
/** Of each kind one. */
const asked = (): Campo[] => [
  fieldAt(1, { tipo: 'ASSINATURA' }),
  fieldAt(2, { rotulo: 'Valor' }),
  // Numbers that other languages write in another way.
  fieldAt(3, { tipo: 'CHECKBOX', x: 0.0000125, y: 1.5e-7, rotulo: 'Li e aceito pagar', obrigatorio: false }),
];
const FILLED: Readonly<Record<string, string | boolean>> = { TEXTO: 'R$ 1.000,00', CHECKBOX: true };
const byId = (a: { campoId: string }, b: { campoId: string }) => (a.campoId < b.campoId ? -1 : 1);

/** Resets, so that the same things are made again. */
export const restart = (): void => {
  counter = 0;
};

export class Story {
  readonly schema: 'v1' | 'v2';
  readonly environment: 'PRODUCAO' | 'TESTE';
  readonly documentId = id();
  readonly events: Open<Evento>[] = [];
  readonly people: Open<Signatario>[] = [];
  readonly title: string;
  private now: number;
  private readonly ordered: boolean;
  private readonly own: { sal: string; campos: Campo[] } | undefined;
  private readonly given = new Map<string, Open<Dados>>();
  private readonly pictures = new Map<string, Uint8Array>();
  private createdAt = '';
  private sentAt = '';

  constructor(options: StoryOptions = {}) {
    const {
      schema = 'v2',
      environment = 'PRODUCAO',
      start,
      ordered = false,
      title,
      fields = schema === 'v2',
    } = options;
    this.schema = schema;
    this.environment = environment;
    this.ordered = ordered;
    const written = [fieldAt(7, { rotulo: 'Preço', valorPadrao: 'R$ 1.000,00' }), fieldAt(8, { valorPadrao: '—' })];
    this.own = fields ? { sal: steady('sal'), campos: written.sort(byId) } : undefined;
    this.title = title ?? 'Contrato de prestação de serviços';
    this.now = (start ?? new Date('2026-11-21T12:00:00.250Z')).getTime();
  }

  /** The current time of the story. */
  get time(): string {
    return new Date(this.now).toISOString();
  }

  wait(seconds: number): this {
    this.now += seconds * 1000;
    return this;
  }

  event(acao: string, detalhe: Detail, who?: Open<Signatario>): Open<Evento> {
    const signer = who !== undefined;
    const event: Open<Evento> = {
      id: id(),
      acao,
      tipoAtor: signer ? 'SIGNATARIO' : 'SISTEMA',
      ator: signer ? (who.nome ?? who.contato.email) : 'svc_live_abc',
      ocorridoEm: this.time,
      ip: signer ? '203.0.113.24' : null,
      porta: signer ? 51_544 : null,
      origemEndereco: signer ? 'CONEXAO' : null,
      agenteUsuario: signer ? 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' : null,
      detalhe,
      geolocalizacao: null,
      hash: '',
    };
    this.events.push(event);
    return event;
  }

  /** An action by a person; a few seconds pass. */
  act(who: Open<Signatario>, acao: string, detalhe: Detail = {}): Open<Evento> {
    this.wait(7);
    return this.event(acao, { signatarioId: who.signatarioId, ...detalhe }, who);
  }

  create(original: string, pages = 1): this {
    this.createdAt = this.time;
    this.event('DOCUMENTO_CRIADO', {
      titulo: this.title,
      hashArquivo: original,
      paginas: pages,
      varredura: { motor: 'X' },
    });
    return this;
  }

  send(original: string, ...people: Given[]): this {
    this.wait(30);
    this.sentAt = this.time;
    for (const person of people) this.people.push(this.enter(person));
    const dados = this.people.map(({ signatarioId, noEnvio }) => {
      return { signatarioId, hash: noEnvio && sha256(`${noEnvio.sal}\n${canonical(noEnvio.dados)}`) };
    });
    this.event('DOCUMENTO_ENVIADO', {
      ...{ codigoValidacao: CODE, hashArquivo: original, signatarios: people.length },
      ...(this.schema === 'v2'
        ? {
            ...{ esquema: 'rubrica.certificado.v2', titulo: this.title, nivelAssinatura: 'ELETRONICA', paginas: 1 },
            ...{ organizacao: ORGANIZATION, dados, ordenado: this.ordered },
            ...(this.own ? { hashCamposDoRemetente: sha256(`${this.own.sal}\n${canonical(this.own.campos)}`) } : {}),
          }
        : {}),
    });
    return this;
  }

  private enter(given: Given): Open<Signatario> {
    const signatarioId = given.signatarioId ?? id();
    const dados: Open<Dados> = {
      ...{ funcao: 'ASSINAR', nome: 'João “Zé” — ção', email: 'Joao@Exemplo.com.br', telefone: '+5511987654321' },
      ...{
        cpf: '52998224725',
        dataNascimento: '1990-01-31',
        metodoEntrega: 'EMAIL',
        ordem: null,
        fatoresExigidos: ['EMAIL'],
        presencial: undefined,
      },
      ...(given as Partial<Open<Dados>>),
      signatarioId,
      campos: this.own && asked().sort(byId),
    };
    this.given.set(signatarioId, dados);
    const v2 = this.schema === 'v2';
    return {
      signatarioId,
      transacaoId: null,
      nome: dados.nome,
      cpf: dados.cpf,
      funcao: dados.funcao,
      status: 'PENDENTE',
      contato: { metodoEntrega: dados.metodoEntrega, email: dados.email, telefone: dados.telefone },
      fatoresExigidos: [...dados.fatoresExigidos],
      fatoresCumpridos: [],
      textoAceite: null,
      enviadoEm: dados.metodoEntrega === 'LINK' ? this.time : null,
      ...{ visualizadoEm: null, leituraConcluidaEm: null, aceiteEm: null, assinadoEm: null, recusadoEm: null },
      ...{ motivoRecusa: null, ip: null, porta: null, origemEndereco: null, agenteUsuario: null, geolocalizacao: null },
      ...(v2
        ? {
            dataNascimento: dados.dataNascimento,
            noEnvio: { sal: steady('sal'), dados: structuredClone(dados) },
            valores: null,
          }
        : {}),
    } as Open<Signatario>;
  }

  person(index: number): Open<Signatario> {
    const found = this.people[index];
    if (!found) throw new Error('nobody there');
    return found;
  }

  /** @param to an address other than the person's own */
  invite(who: Open<Signatario>, acao = 'CONVITE_ENVIADO', to?: string | null): this {
    this.wait(2);
    const { metodoEntrega, email, telefone } = who.contato;
    const destino = to ?? (metodoEntrega === 'SMS' ? telefone : email);
    this.event(acao, { signatarioId: who.signatarioId, canal: metodoEntrega, destino });
    if (acao !== 'CONVITE_FALHOU' && who.enviadoEm === null) who.enviadoEm = this.time;
    return this;
  }

  view(who: Open<Signatario>): this {
    this.act(who, 'DOCUMENTO_VISUALIZADO', { canal: who.contato.metodoEntrega });
    who.visualizadoEm ??= this.time;
    return this;
  }

  /** Fulfils a factor with the person's own data. */
  prove(who: Open<Signatario>, fator: Factor, meio = fator === 'EMAIL' ? 'LINK_POR_EMAIL' : 'CODIGO'): this {
    const email = who.contato.email?.toLowerCase() ?? null;
    const proven: Readonly<Partial<Record<Factor, Detail>>> = {
      EMAIL: { email },
      SMS_OTP: { telefone: who.contato.telefone },
      TOTP: { autenticadorId: id(), email },
      DADOS_PESSOAIS: { cpf: who.cpf, dataNascimento: who.dataNascimento ?? null },
    };
    if (meio === 'CODIGO') {
      const destino = fator === 'EMAIL' ? who.contato.email : who.contato.telefone;
      this.wait(3).event('CODIGO_ENVIADO', { signatarioId: who.signatarioId, fator, destino });
    }
    const more = this.schema === 'v2' ? { provadoPara: proven[fator] } : {};
    this.act(who, 'FATOR_CUMPRIDO', { fator, meio, ...more });
    const fulfilled = { fator, cumpridoEm: this.time, ...(this.schema === 'v2' ? { meio, ...more } : {}) };
    who.fatoresCumpridos.push(fulfilled as Open<Signatario>['fatoresCumpridos'][number]);
    const done = who.fatoresExigidos.every((wanted) => who.fatoresCumpridos.some((one) => one.fator === wanted));
    if (done)
      this.event('SIGNATARIO_AUTENTICADO', { signatarioId: who.signatarioId, fatores: [...who.fatoresExigidos] }, who);
    return this;
  }

  readAndAgree(who: Open<Signatario>): this {
    return this.read(who).agree(who);
  }

  read(who: Open<Signatario>): this {
    this.act(who, 'LEITURA_CONCLUIDA', { paginas: 1, segundos: 12 });
    who.leituraConcluidaEm = this.time;
    return this;
  }

  agree(who: Open<Signatario>): this {
    this.act(who, 'ACEITE_REGISTRADO', { ...AGREED });
    who.aceiteEm = this.time;
    who.textoAceite = { ...AGREED };
    return this;
  }

  /** Signs, with a field of each kind. */
  sign(who: Open<Signatario>, own: { nome?: string; cpf?: string } = {}): this {
    this.wait(7);
    const transacaoId = id();
    if (Object.keys(own).length > 0) this.correctOwn(who, own);
    const fields = this.given.get(who.signatarioId)?.campos ?? asked().sort(byId);
    const itens = fields.map(({ campoId, tipo }) => ({ campoId, valor: FILLED[tipo] ?? sha256(PICTURE) }));
    const sal = steady('sal');
    const bound =
      this.schema === 'v2'
        ? { hashTextoAceite: AGREED.textoHash, hashValores: sha256(`${sal}\n${canonical(itens)}`) }
        : {};
    const hashArquivo = this.events.find(({ acao }) => acao === 'DOCUMENTO_ENVIADO')?.detalhe.hashArquivo;
    const detalhe = { transacaoId, funcao: who.funcao, tipoAssinatura: 'DESENHADA', hashArquivo, campos: 3, ...bound };
    this.end(who, this.event('ASSINATURA_REGISTRADA', { signatarioId: who.signatarioId, ...detalhe }, who));
    Object.assign(who, { status: 'ASSINADO', assinadoEm: this.time, transacaoId });
    if (this.schema === 'v2') {
      who.valores = { sal, itens };
      this.pictures.set(sha256(PICTURE), PICTURE);
    }
    return this;
  }

  private correctOwn(who: Open<Signatario>, own: { nome?: string; cpf?: string }): void {
    const detalhe: Detail = { signatarioId: who.signatarioId };
    const shown = (digits: string | null) => digits?.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4') ?? null;
    if (own.nome !== undefined) detalhe.nome = { de: who.nome, para: own.nome };
    if (own.cpf !== undefined) detalhe.cpf = { de: shown(who.cpf), para: shown(own.cpf) };
    this.event('DADOS_CORRIGIDOS', detalhe, who);
    Object.assign(who, own);
  }

  refuse(who: Open<Signatario>, motivo = 'Não concordo com o valor.'): this {
    this.end(who, this.act(who, 'ASSINATURA_RECUSADA', { motivo }));
    Object.assign(who, { status: 'RECUSADO', recusadoEm: this.time, motivoRecusa: motivo });
    return this;
  }

  private end(who: Open<Signatario>, { ip, porta, origemEndereco, agenteUsuario, geolocalizacao }: Open<Evento>): void {
    Object.assign(who, { ip, porta, origemEndereco, agenteUsuario, geolocalizacao });
  }

  /** All steps of one person. */
  complete(who: Open<Signatario>): this {
    this.invite(who).view(who);
    for (const fator of who.fatoresExigidos) this.prove(who, fator, fator === 'DADOS_PESSOAIS' ? 'DADOS' : undefined);
    return this.readAndAgree(who).sign(who);
  }

  /** The sender corrects a person; after the first view that voids what was done. */
  correct(who: Open<Signatario>, changes: Partial<Open<Dados>>): this {
    this.wait(20);
    const before: Detail = { ...who.contato, nome: who.nome, cpf: who.cpf, dataNascimento: who.dataNascimento };
    before.fatoresExigidos = [...who.fatoresExigidos];
    const alteracoes = Object.fromEntries(
      Object.entries(changes).map(([key, para]) => [key, { de: before[key] ?? null, para }]),
    );
    const identity = Object.keys(changes).some((key) => key !== 'fatoresExigidos' && key !== 'ordem');
    const seen = who.visualizadoEm !== null;
    const contact = ['email', 'telefone', 'metodoEntrega'].some((key) => key in changes);
    const told = this.schema === 'v2' ? { alteracoes, ...(identity && seen ? { anulado: true } : {}) } : {};
    this.event('SIGNATARIO_CORRIGIDO', {
      signatarioId: who.signatarioId,
      campos: Object.keys(changes).sort(),
      ...told,
    });
    const voided = this.schema === 'v2' ? identity && seen : contact;
    if (voided) {
      this.event('LINK_SUBSTITUIDO', { signatarioId: who.signatarioId, canal: who.contato.metodoEntrega });
      const nothing = { enviadoEm: null, leituraConcluidaEm: null, aceiteEm: null, textoAceite: null };
      Object.assign(who, nothing, { fatoresCumpridos: [] }, this.schema === 'v2' ? { visualizadoEm: null } : {});
    }
    const { email, telefone, metodoEntrega, ...rest } = changes;
    for (const [key, value] of Object.entries({ email, telefone, metodoEntrega })) {
      if (value !== undefined) Object.assign(who.contato, { [key]: value });
    }
    const { ordem: _, ...own } = rest;
    Object.assign(who, own);
    return this;
  }

  /** The person passes the place on to another, who begins anew. */
  passOn(who: Open<Signatario>, nome: string, email: string): this {
    this.wait(20);
    const { signatarioId } = who;
    const before = { nome: who.nome, email: who.contato.email };
    this.act(who, 'SIGNATARIO_DELEGADO', { para: { nome, email }, motivo: 'Estou em férias.' });
    const alteracoes = { nome: { de: before.nome, para: nome }, email: { de: before.email, para: email } };
    this.event('SIGNATARIO_CORRIGIDO', { signatarioId, campos: ['email', 'nome'], alteracoes, anulado: true }, who);
    this.event('LINK_SUBSTITUIDO', { signatarioId, canal: 'EMAIL' });
    const nothing = {
      enviadoEm: null,
      visualizadoEm: null,
      leituraConcluidaEm: null,
      aceiteEm: null,
      textoAceite: null,
    };
    Object.assign(who, nothing, { fatoresCumpridos: [], nome });
    who.contato.email = email;
    return this;
  }

  remove(who: Open<Signatario>): this {
    this.wait(5).event('SIGNATARIO_REMOVIDO', { signatarioId: who.signatarioId, nome: who.nome });
    this.people.splice(this.people.indexOf(who), 1);
    return this;
  }

  private drawn(): Open<Conteudo>['campos'] {
    return this.people.flatMap(({ signatarioId, noEnvio }) =>
      structuredClone(noEnvio?.dados.campos ?? []).map((field) => ({ signatarioId, ...field })),
    );
  }

  /** The package, with its events not chained yet; the last event is the conclusion. */
  conclude(original: string, assinado: string, selo: Selo): OpenConteudo {
    this.wait(1).event('DOCUMENTO_CONCLUIDO', { hashAssinado: assinado, hashArquivo: original });
    const v2 = this.schema === 'v2';
    const agreed = this.people.some(({ textoAceite }) => textoAceite !== null);
    return {
      esquema: v2 ? 'rubrica.certificado.v2' : 'rubrica.certificado.v1',
      ambiente: this.environment,
      organizacao: { ...ORGANIZATION },
      documento: {
        ...{ id: this.documentId, titulo: this.title, nivelAssinatura: 'ELETRONICA', paginas: 1 },
        ...{ criadoEm: this.createdAt, enviadoEm: this.sentAt, finalizadoEm: this.time },
        ...(v2 ? { horaDe: 'SERVICO' } : {}),
      },
      codigoValidacao: CODE,
      hashes: { algoritmo: 'SHA-256', original, assinado },
      signatarios: this.people,
      selo: selo as Open<Selo>,
      eventos: this.events,
      cadeia: { algoritmo: 'SHA-256', eloInicial: '', eloFinal: '' },
      ...(v2
        ? {
            operador: { nome: 'Rubrica Serviços', documento: null },
            textosAceite: agreed ? [{ ...AGREED, texto: ACCEPTED }] : [],
            imagens: [...this.pictures].map(([hash, png]) => {
              return { sha256: hash, formato: 'image/png' as const, base64: Buffer.from(png).toString('base64') };
            }),
            conteudoAtivo: [],
          }
        : {}),
      ...(this.own ? { campos: this.drawn(), camposDoRemetente: structuredClone(this.own) } : {}),
    } as unknown as OpenConteudo;
  }
}

/** Chains the events of a package as the service does, from the one numbered `from`. */
export function chain(conteudo: OpenConteudo): void {
  const first = conteudo.eventos[0]?.detalhe.hashArquivo;
  let link = sha256(`${conteudo.documento.id}\n${first}`);
  conteudo.cadeia.eloInicial = link;
  for (const entry of conteudo.eventos) {
    const { hash: _, ...body } = entry;
    link = sha256(`${link}\n${canonical(body)}`);
    entry.hash = link;
  }
  conteudo.cadeia.eloFinal = link;
}

/** One person, by e-mail, from sending to signature. */
export function plainStory(original: string, options: StoryOptions = {}): Story {
  const story = new Story(options).create(original).send(original, {});
  return story.complete(story.person(0));
}
