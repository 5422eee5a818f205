import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIELD_TYPES, isWritten, type TipoCampo } from '@rubrica/contract';
import * as limits from '@rubrica/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DRAWN_TEXTS } from '../../../src/http/site/data-rules.ts';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Answer, call, documentForm, type Service, startService } from '../../harness.ts';
import { draftBody, newDraft, signer } from '../../operations/factories.ts';
import { type Caller, createWorld, outcome, type World } from '../../operations/world.ts';

/** The guide to the rules of data says what the service does: each row of its tables is tried. */

const ROOT = join(import.meta.dirname, '../../../../..');

let service: Service;
let world: World;
let us: Caller;
let guide: string;
beforeAll(async () => {
  service = await startService();
  world = await createWorld(service);
  us = { credentials: world.ours, environment: 'test' };
  guide = (await call(`${service.origin}/docs/dados.md`)).bytes.toString();
});
afterAll(() => service?.stop());

/** Rows of the tables whose first column is headed so, their cells without the marks of code. */
const rowsUnder = (heading: string): string[][] =>
  guide
    .split(/\n\n+/)
    .filter((block) => block.startsWith(`| ${heading} |`))
    .flatMap((table) => table.trim().split('\n').slice(2))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
const code = (cell = '') => cell.replaceAll('`', '');

const create = (body: object) => world.as(us, 'criarDocumento', { body: documentForm(tinyPdf(), body) });
const createInJson = (arquivo: object) => world.as(us, 'criarDocumento', { body: { ...draftBody(), arquivo } });
const places = ({ body }: Answer): string[] => (body?.erros ?? []).map(({ campo }: { campo: string }) => campo);
const alone = (found: readonly string[]) => [...new Set(found)];

/** How a value gets to the place that a table is headed by. */
const TRIED: Readonly<Record<string, (value: string) => Promise<Answer>>> = {
  'Content-Type': (type) =>
    call(`${service.origin}/v1/sandbox/pastas`, 'POST', JSON.stringify({ nome: `P ${type}` }), {
      ...world.ours.panel,
      'content-type': type,
    }),
  'query.limite': (text) => world.as(us, 'listarDocumentos', { query: `limite=${encodeURIComponent(text)}` }),
  'arquivo.base64': (base64) => createInJson({ base64 }),
  'arquivo.url': (url) => createInJson({ url }),
  prazoEm: (prazoEm) => create(draftBody(undefined, { prazoEm })),
  titulo: (titulo) => create(draftBody(undefined, { titulo })),
  'signatarios[0].dataNascimento': (dataNascimento) => create(draftBody([{ ...signer(), dataNascimento }])),
  'signatarios[0].cpf': (cpf) => create(draftBody([{ ...signer(), cpf }])),
  'signatarios[0].telefone': (telefone) => create(draftBody([{ ...signer(), telefone }])),
};

describe('a table of values', () => {
  it.each(Object.keys(TRIED))('under `%s` says how each is answered', async (place) => {
    const rows = rowsUnder(`\`${place}\``);
    expect(rows.length).toBeGreaterThan(2);
    for (const [value, said] of rows) {
      const answer = await TRIED[place]?.(code(value));
      const found = answer && answer.status < 300 ? 'aceito' : String(answer?.status);
      expect([place, code(value), found]).toEqual([place, code(value), said]);
      if (answer?.status === 400) expect(alone(places(answer))).toEqual([place]);
    }
  });

  it('is tried, whichever there is', () => {
    const headings = [...guide.matchAll(/^\| `([^`]+)` \| Resposta \|$/gm)].map(([, heading = '']) => heading);
    expect(headings.sort()).toEqual(Object.keys(TRIED).sort());
  });
});

describe('valorPadrao', () => {
  /** What is put in, and whether each sentence of the table takes it. */
  const VALUES = ['Um texto', 'true', '529.982.247-25', '52998224724', '11.222.333/0001-81', '11222333000182'];
  const TAKES: Readonly<Record<string, (value: string) => boolean>> = {
    'um texto': () => true,
    'um texto em campo sem dono; no de uma pessoa fica o dia em que ela assina': () => true,
    'um CPF de dígitos verificadores corretos': (value) => value === '529.982.247-25',
    'um CNPJ de dígitos verificadores corretos': (value) => value === '11.222.333/0001-81',
    '`true` ou `false`': (value) => value === 'true',
    nenhum: () => false,
  };
  const place = { pagina: 1, x: 0.5, y: 0.5, largura: 0.2, altura: 0.05 };

  it('is told of every type, and taken as it is told', async () => {
    const rows = new Map(rowsUnder('`tipo`').map(([tipo, words = '']) => [code(tipo), words]));
    expect([...rows.keys()]).toEqual([...FIELD_TYPES]);
    for (const [tipo, words] of rows) {
      for (const valorPadrao of VALUES) {
        const one = signer();
        const body = draftBody([one]) as { campos: object[] };
        const campo = { ...place, tipo, signatarioId: one.id, valorPadrao };
        const answer = await create({ ...body, campos: [...body.campos, campo] });
        const said = TAKES[words]?.(valorPadrao);
        expect([tipo, valorPadrao, answer.status === 201]).toEqual([tipo, valorPadrao, said]);
        if (!said) expect(places(answer)).toEqual(['campos[1].valorPadrao']);
      }
      expect([tipo, words !== 'nenhum' || !isWritten(tipo as TipoCampo)]).toEqual([tipo, true]);
    }
  });
});

describe('what sending asks for', () => {
  /** Long enough for the draft to be made before it is over. */
  const PAST_MS = 600_000;
  const soon = () => new Date(service.clock.now().getTime() + PAST_MS).toISOString();
  const without = (member: string, more: object = {}) => [{ ...signer(), [member]: undefined, ...more }];
  const DRAFTS: Readonly<Record<string, () => object>> = {
    'alguém que assine': () => ({ ...draftBody([]), campos: [{ ...draftField() }] }),
    'um campo ASSINATURA': () => ({ ...draftBody(), campos: [] }),
    'o e-mail de quem recebe o link por EMAIL': () => draftBody(without('email', { metodoEntrega: 'EMAIL' })),
    'o telefone de quem recebe o link por SMS': () => draftBody(without('telefone', { metodoEntrega: 'SMS' })),
    'um prazo que ainda não passou': () => draftBody(undefined, { prazoEm: soon() }),
  };
  const draftField = () => ({ tipo: 'ASSINATURA', pagina: 1, x: 0.1, y: 0.1, largura: 0.3, altura: 0.05 });

  it('is refused with 422 at the place that is told, where it is missing', async () => {
    const rows = rowsUnder('O que falta');
    expect(rows.map(([what]) => what)).toEqual(Object.keys(DRAFTS));
    for (const [what = '', place] of rows) {
      const created = await create(DRAFTS[what]?.() ?? {});
      expect([what, created.status]).toEqual([what, 201]);
      service.clock.advance(PAST_MS + 1);
      const answer = await world.as(us, 'enviarDocumento', { params: { documentoId: created.body.id } });
      expect([what, outcome(answer), places(answer)]).toEqual([what, '422 ENTRADA_INVALIDA', [code(place)]]);
    }
  });

  it('is sent where nothing is missing', async () => {
    const { id } = await newDraft(world, us);
    expect((await world.as(us, 'enviarDocumento', { params: { documentoId: id } })).status).toBe(200);
  });

  it('of a factor is asked for when the draft is written', async () => {
    const bare = { id: signer().id, funcao: 'ASSINAR', nome: 'Caio Prado', metodoEntrega: 'LINK' };
    for (const [fator, missing = ''] of rowsUnder('Fator exigido')) {
      const body = { titulo: 'Fatores', fatoresExigidos: [code(fator)], signatarios: [bare] };
      expect([fator, places(await create(body))]).toEqual([fator, code(missing).split(', ')]);
    }
  });
});

describe('text that is drawn', () => {
  it('is told of each schema and place the contract has it in', () => {
    const rows = rowsUnder('Esquema').map(([schema, found = '']) => [schema, code(found).split(', ')]);
    expect(rows).toEqual(DRAWN_TEXTS);
    expect(DRAWN_TEXTS.length).toBeGreaterThan(8);
  });

  /** A request of every schema told of that is no part of another, with text no font of ours draws at each place. */
  const PARTY = 'Festa 🎉';
  it('is refused where it is told, by name', async () => {
    const { id, signatarios } = await newDraft(world, us);
    const params = { documentoId: id, signatarioId: signatarios[0].id };
    const campo = { pagina: 1, x: 0, y: 0, largura: 0.1, altura: 0.1, tipo: 'TEXTO', valorPadrao: PARTY };
    const person = { ...signer(), nome: PARTY };
    const key = { nome: PARTY, ambiente: 'TESTE', escopos: ['documentos:ler'] };
    const asked: readonly (readonly [Promise<Answer>, string[]])[] = [
      [
        create({ titulo: PARTY, fatoresExigidos: ['DADOS_PESSOAIS'], signatarios: [person], campos: [campo] }),
        ['campos[0].valorPadrao', 'signatarios[0].nome', 'titulo'],
      ],
      [world.as(us, 'alterarDocumento', { params, body: { titulo: PARTY } }), ['titulo']],
      [world.as(us, 'alterarSignatario', { params, body: { nome: PARTY } }), ['nome']],
      [world.as(us, 'criarSignatario', { params, body: person }), ['nome']],
      [world.as({ ...us, environment: 'live' }, 'alterarOrganizacao', { body: { nome: PARTY } }), ['nome']],
      [world.as({ ...us, environment: 'live' }, 'criarChaveApi', { body: key }), ['nome']],
    ];
    for (const [answered, at] of asked) {
      const answer = await answered;
      expect([outcome(answer), places(answer).sort()]).toEqual(['400 ENTRADA_INVALIDA', at]);
      expect(JSON.stringify(answer.body.erros)).toContain('🎉');
    }
  });
});

describe('the limits', () => {
  /** Of the operator, or told as what comes of them. */
  const UNTOLD = [
    'PASSWORD_MIN_STRENGTH',
    'PASSWORDS_WAITING',
    'PASSWORD_FAILURES_KEPT_MS',
    'TIMESTAMP_PATIENCE_MS',
    'COMPLETION_RETRY_MS',
    'COMPLETION_ALARM_MS',
  ];

  it('that the contract has are all read by the table of the guide, but for the operator’s own', () => {
    const table = readFileSync(join(ROOT, 'apps/server/src/http/site/limits-table.ts'), 'utf8');
    const names = Object.keys(limits).filter((name) => !new RegExp(`\\blimit\\.${name}\\b`).test(table));
    expect(names.sort()).toEqual(UNTOLD.toSorted());
  });
});

describe('the served contract', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the whole document is walked
  type Json = any;
  let contract: Json;
  beforeAll(async () => {
    contract = (await call(`${service.origin}/v1/openapi.json`)).body;
  });
  const requestSchemas = () => {
    const names = new Set<string>();
    const note = (value: Json): void => {
      if (value === null || typeof value !== 'object') return;
      const name = typeof value.$ref === 'string' ? value.$ref.split('/').pop() : undefined;
      if (name && !names.has(name)) {
        names.add(name);
        note(contract.components.schemas[name]);
      }
      Object.values(value).forEach(note);
    };
    for (const path of Object.values<Json>(contract.paths)) {
      for (const operation of Object.values<Json>(path)) note(operation.requestBody);
    }
    return [...names].map((name) => [name, contract.components.schemas[name]] as const);
  };
  const membersOf = (schema: Json): [string, Json][] =>
    Object.entries<Json>(schema.properties ?? {}).flatMap(([name, member]) => [[name, member], ...membersOf(member)]);

  it('tells of every moment of a request that its offset belongs to it', () => {
    const moments = requestSchemas().flatMap(([schema, body]) =>
      membersOf(body)
        .filter(([, { format }]) => format === 'date-time')
        .map(([name, { description }]) => [`${schema}.${name}`, /deslocamento/.test(description)]),
    );
    expect(moments.length).toBeGreaterThan(6);
    expect(moments.filter(([, told]) => !told)).toEqual([]);
  });

  it('tells of every number of the query that it is digits', () => {
    const numbers = Object.entries<Json>(contract.paths).flatMap(([path, item]) =>
      Object.values<Json>(item).flatMap(({ parameters = [] }) =>
        parameters
          .filter(({ in: at, schema }: Json) => at === 'query' && schema.type === 'integer')
          .map(({ name, description }: Json) => [`${path} ${name}`, description.endsWith('Só algarismos.')]),
      ),
    );
    expect(numbers.length).toBeGreaterThan(15);
    expect(numbers.filter(([, told]) => !told)).toEqual([]);
  });

  it('tells of every CPF and CNPJ that is kept that its digits are checked', () => {
    const told = requestSchemas().flatMap(([schema, body]) =>
      membersOf(body)
        .filter(([name, { pattern }]) => pattern && (name === 'cpf' || name === 'documento'))
        .map(([name, { description }]) => [`${schema}.${name}`, /dígitos verificadores/.test(description)]),
    );
    // What proves who somebody is is compared with what is kept, and wrong like any other wrong answer.
    expect(told.filter(([, is]) => !is)).toEqual([['AutenticacaoPorDados.cpf', false]]);
    expect(told.length).toBeGreaterThan(6);
  });

  it('tells of charset, moments and numbers before anything else', () => {
    for (const words of ['UTF-8', 'charset', 'deslocamento', 'algarismos']) {
      expect(contract.info.description).toContain(words);
    }
  });
});
