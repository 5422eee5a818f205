import { createHash } from 'node:crypto';
import { dict, name, type PdfRef, PdfString, type PdfValue } from '../../../pdf/src/core/objects.ts';
import { stream } from '../../../pdf/src/core/writer.ts';
import { type FileOptions, makePair, newSeal, onePage, type Pair, type PairOptions, rehash } from '../pair.ts';
import { certificatePage, rootOf, sealFile, withArchive, withRevision, withStore } from '../sealing.ts';
import { canonical } from '../story.ts';
import { type Kind, kind, rich } from './kinds.ts';
import { stampers } from './seals.ts';

/** Revisions after a seal, changed bytes, and attachments. */

type Change = Parameters<typeof withRevision>[1];
const pageOf = (document: Parameters<Change>[1]) => {
  const pages = document.dict(document.catalog().get('Pages')) ?? new Map();
  const page = (document.array(pages.get('Kids')) ?? [])[0] as PdfRef;
  return { page, own: document.dict(page) ?? new Map<string, PdfValue>() };
};
const catalogWith =
  (entries: (document: Parameters<Change>[1], writer: Parameters<Change>[0]) => Record<string, PdfValue>): Change =>
  (writer, document) =>
    writer.set(rootOf(document), new Map([...document.catalog(), ...Object.entries(entries(document, writer))]));

/** What somebody would append to make people see, read or do something else. */
const REVISIONS: [string, Change][] = [
  [
    'another content of the page',
    (writer, document) => {
      const { page, own } = pageOf(document);
      writer.set(page, new Map([...own, ['Contents', writer.add(stream({}, 'BT ET'))]]));
    },
  ],
  [
    'a note on the page',
    (writer, document) => {
      const { page, own } = pageOf(document);
      const note = writer.add(
        dict({ Type: name('Annot'), Subtype: name('FreeText'), Rect: [0, 0, 500, 500], Contents: PdfString.text('x') }),
      );
      writer.set(page, new Map([...own, ['Annots', [...(document.array(own.get('Annots')) ?? []), note]]]));
    },
  ],
  [
    'another size of the page',
    (writer, document) => {
      const { page, own } = pageOf(document);
      writer.set(page, new Map([...own, ['CropBox', [0, 0, 1, 1]]]));
    },
  ],
  [
    'other pages',
    catalogWith((_, writer) => {
      const pages = writer.reserve();
      const page = writer.add(dict({ Type: name('Page'), Parent: pages, MediaBox: [0, 0, 9, 9] }));
      writer.set(pages, dict({ Type: name('Pages'), Kids: [page], Count: 1 }));
      return { Pages: pages };
    }),
  ],
  ['other attachments', catalogWith(() => ({ Names: dict({}) }))],
  [
    'something to be done at opening',
    catalogWith(() => ({ OpenAction: dict({ S: name('JavaScript'), JS: PdfString.text('1') }) })),
  ],
  ['layers', catalogWith(() => ({ OCProperties: dict({ OCGs: [] }) }))],
  ['no prohibition any more', catalogWith(() => ({ Perms: dict({}) }))],
  [
    'a form to fill',
    catalogWith((document, writer) => {
      const form = document.dict(document.catalog().get('AcroForm')) ?? new Map();
      const field = writer.add(dict({ FT: name('Tx'), T: PdfString.text('x'), Rect: [0, 0, 9, 9] }));
      return { AcroForm: new Map([...form, ['Fields', [...(document.array(form.get('Fields')) ?? []), field]]]) };
    }),
  ],
  [
    'a form without its seal',
    catalogWith((document) => ({
      AcroForm: new Map([...(document.dict(document.catalog().get('AcroForm')) ?? []), ['Fields', []]]),
    })),
  ],
  [
    'a form whose looks are others',
    catalogWith((document) => ({
      AcroForm: new Map([...(document.dict(document.catalog().get('AcroForm')) ?? []), ['NeedAppearances', true]]),
    })),
  ],
  ['nothing', (writer) => void writer.add(dict({ X: 1 }))],
  ['another catalog in its place', (writer, document) => writer.set(rootOf(document), dict({ Type: name('Catalog') }))],
  ['a stream in the catalog’s place', (writer, document) => writer.set(rootOf(document), stream({}, 'x'))],
];

const after = (
  file: 'signed' | 'certificate',
  change: (bytes: Buffer) => Buffer | Promise<Buffer>,
  more: FileOptions = {},
): PairOptions => ({
  [file]: { ...more, after: change },
});

const APPENDED: Kind[] = (['signed', 'certificate'] as const).flatMap((file) => [
  ...REVISIONS.map(([what, change]) =>
    kind(
      `${what}, appended to the ${file} file`,
      after(file, (bytes) => withRevision(bytes, change)),
    ),
  ),
  ...REVISIONS.slice(0, 11).map(([what, change]) =>
    kind(`${what}, appended to the ${file} file, with a store and a time stamp over it all`, () =>
      after(file, (bytes) =>
        withArchive(withStore(withRevision(bytes, change), []), stampers().good, {
          time: new Date('2026-11-21T12:02:00Z'),
        }),
      ),
    ),
  ),
  kind(`a second seal on the ${file} file, of the forger’s`, async () => {
    const key = await newSeal('Outra');
    return after(file, (bytes) => sealFile(bytes, { key, at: new Date('2026-11-21T12:02:00Z'), certified: false }));
  }),
  kind(`a time stamp over the ${file} file that is shown on its page`, () =>
    after(file, (bytes) => withArchive(bytes, stampers().good, { time: new Date('2026-11-21T12:02:00Z') }, true)),
  ),
]);

const BYTES: [string, (pair: Pair) => Partial<Pair> | Promise<Partial<Pair>>][] = [
  ['a byte of the original', ({ signed }) => ({ signed: flip(signed, 60) })],
  [
    'a byte of the attachment',
    ({ certificate }) => ({ certificate: flip(certificate, certificate.indexOf('stream') + 40) }),
  ],
  ['the last byte', ({ certificate }) => ({ certificate: certificate.subarray(0, -1) })],
  ['a byte more at the end', ({ certificate }) => ({ certificate: Buffer.concat([certificate, Buffer.from('\n')]) })],
  [
    'a byte more at the beginning',
    ({ certificate }) => ({ certificate: Buffer.concat([Buffer.from('\n'), certificate]) }),
  ],
  [
    'a byte more at the end of the signed file',
    ({ signed }) => ({ signed: Buffer.concat([signed, Buffer.from(' ')]) }),
  ],
  [
    'the seal cut off the certificate',
    ({ certificate }) => ({ certificate: certificate.subarray(0, certificate.indexOf('%%EOF') + 6) }),
  ],
  [
    'the seal cut off the signed file',
    ({ signed }) => ({ signed: signed.subarray(0, signed.lastIndexOf('/Type /Sig') - 100) }),
  ],
  ['the original in the place of the signed file', ({ original }) => ({ signed: Buffer.from(original) })],
  ['the two files changed round', ({ signed, certificate }) => ({ signed: certificate, certificate: signed })],
  ['the certificate twice', ({ certificate }) => ({ signed: certificate })],
  ['nothing in the place of the certificate', () => ({ certificate: Buffer.alloc(0) })],
  ['an empty page in the place of the certificate', () => ({ certificate: onePage() })],
  ['the signed file of another pair', async () => ({ signed: (await makePair()).signed })],
  ['the certificate of another pair', async () => ({ certificate: (await makePair()).certificate })],
  [
    'another time in the seal',
    ({ certificate }) => ({ certificate: text(certificate, '/M (D:20261121', '/M (D:20261122') }),
  ],
  [
    'another code in the seal',
    ({ certificate }) => ({ certificate: text(certificate, '/Codigo (SVC-7', '/Codigo (SVC-8') }),
  ],
  ['another kind in the seal', ({ signed }) => ({ signed: text(signed, '/Tipo /Documento  ', '/Tipo /Certificado') })],
  ['capital digits in the signature', ({ certificate }) => ({ certificate: capitals(certificate) })],
  ['bytes after the signature', ({ certificate }) => ({ certificate: padding(certificate) })],
  ['another range', ({ certificate }) => ({ certificate: text(certificate, '/ByteRange [0 ', '/ByteRange [1 ') })],
];

const flip = (bytes: Buffer, at: number) => {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] as number) ^ 1;
  return changed;
};
/** If the text is not found, the bytes stay unchanged, and that must not pass for a forgery that was noticed. */
const text = (bytes: Buffer, from: string, to: string) => {
  const at = bytes.indexOf(from.trimEnd());
  if (at < 0) throw new Error(`no ${from}`);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(to), bytes.subarray(at + from.length)]);
};
const capitals = (bytes: Buffer) => {
  const from = bytes.lastIndexOf('/Contents <');
  const at =
    from +
    bytes
      .subarray(from)
      .toString('latin1')
      .search(/[a-f](?=[0-9a-f]{50})/);
  return Buffer.concat([
    bytes.subarray(0, at),
    Buffer.from(String.fromCharCode(bytes[at] as number).toUpperCase()),
    bytes.subarray(at + 1),
  ]);
};
const padding = (bytes: Buffer) => {
  const at = bytes.lastIndexOf('00>');
  return Buffer.concat([bytes.subarray(0, at), Buffer.from('01'), bytes.subarray(at + 2)]);
};

/** Attachments that contradict each other, under a genuine seal. */
const RECORDS: [string, PairOptions['forge']][] = [
  ['another hash of the content', (_, registro) => void Object.assign(registro, { hashConteudo: '0'.repeat(64) })],
  ['another hash of the certificate', (_, registro) => void Object.assign(registro, { hash: '0'.repeat(64) })],
  [
    'a hash before in the first version',
    (_, registro) => void Object.assign(registro, { hashAnterior: '0'.repeat(64) }),
  ],
  ['a version nought', (_, registro) => void Object.assign(registro, { versao: 0 })],
  ['a version that is no number', (_, registro) => void Object.assign(registro, { versao: '1' })],
  ['a code of another form', (_, registro) => void Object.assign(registro, { codigo: 'x' })],
  ['no time of issue', (_, registro) => void Object.assign(registro, { emitidoEm: null })],
  ['a content changed after it was hashed', (conteudo) => void Object.assign(conteudo.organizacao, { nome: 'Outra' })],
  [
    'an event changed after it was chained',
    (conteudo, registro) => {
      Object.assign(conteudo.eventos[3] ?? {}, { ip: '198.51.100.1' });
      rehash(conteudo, registro);
    },
  ],
  [
    'an event taken out after it was chained',
    (conteudo, registro) => {
      conteudo.eventos.splice(3, 1);
      rehash(conteudo, registro);
    },
  ],
  [
    'the last event taken out after it was chained',
    (conteudo, registro) => {
      conteudo.eventos.pop();
      rehash(conteudo, registro);
    },
  ],
  [
    'another first link',
    (conteudo, registro) => {
      conteudo.cadeia.eloInicial = '0'.repeat(64);
      rehash(conteudo, registro);
    },
  ],
  [
    'another last link',
    (conteudo, registro) => {
      conteudo.cadeia.eloFinal = '0'.repeat(64);
      rehash(conteudo, registro);
    },
  ],
  [
    'another document',
    (conteudo, registro) => {
      conteudo.documento.id = 'outro';
      rehash(conteudo, registro);
    },
  ],
  ['a later schema', (conteudo) => void Object.assign(conteudo, { esquema: 'rubrica.certificado.v9' })],
  ['events that are no list', (conteudo) => void Object.assign(conteudo, { eventos: { length: 9 } })],
  ['events without hashes', (conteudo) => void Object.assign(conteudo.eventos[2] ?? {}, { hash: null })],
  ['a time in another form', (conteudo) => void Object.assign(conteudo.documento, { finalizadoEm: '21/11/2026' })],
];

const attached = (what: string, change: (files: Record<string, string>) => Record<string, string>): Kind =>
  kind(`attachments ${what}`, { render: (files) => certificatePage('Certificado', change(files)) });

const ATTACHMENTS: Kind[] = [
  attached('with white space', (files) => ({ ...files, 'conteudo.json': `${files['conteudo.json']}\n` })),
  attached('with a member twice', (files) => ({
    ...files,
    'conteudo.json': String(files['conteudo.json']).replace('{', '{"ambiente":"TESTE",'),
  })),
  attached('with members in another order', (files) => {
    const { versao, ...rest } = JSON.parse(String(files['certificado.json']));
    return { ...files, 'certificado.json': JSON.stringify({ versao, ...rest }) };
  }),
  attached('with an escape for a letter', (files) => ({
    ...files,
    'conteudo.json': String(files['conteudo.json']).replace('PRODUCAO', 'PRODUC\\u0041O'),
  })),
  attached('without the record', ({ 'conteudo.json': conteudo = '' }) => ({ 'conteudo.json': conteudo })),
  attached('without the content', ({ 'certificado.json': registro = '' }) => ({ 'certificado.json': registro })),
  attached('that are no JSON', (files) => ({ ...files, 'conteudo.json': 'x' })),
  attached('that are null', (files) => ({ ...files, 'conteudo.json': 'null' })),
  attached('of another pair', (files) => {
    const conteudo = JSON.parse(String(files['conteudo.json']));
    conteudo.organizacao.nome = 'Outra';
    const text = canonical(conteudo);
    const registro = JSON.parse(String(files['certificado.json']));
    registro.hashConteudo = createHash('sha256').update(text).digest('hex');
    return { 'conteudo.json': text, 'certificado.json': canonical(registro) };
  }),
  kind('an operator who wrote the past anew after the signed file was handed out', {
    amend: (conteudo) => {
      const [event] = conteudo.eventos.filter(({ acao }) => acao === 'FATOR_CUMPRIDO');
      if (event) event.agenteUsuario = 'Outro navegador';
    },
  }),
  kind('an operator who put an event more into the past', {
    amend: ({ eventos }) =>
      void eventos.splice(2, 0, {
        ...structuredClone(eventos[2] as (typeof eventos)[number]),
        id: 'x',
        acao: 'DOCUMENTO_MOVIDO',
        detalhe: {},
      }),
  }),
];

export const FILES: readonly Kind[] = [
  ...APPENDED,
  ...BYTES.map(
    ([what, change]): Kind => ({
      name: `bytes: ${what}`,
      forge: async () => {
        const pair = await makePair({ story: rich });
        return { ...pair, ...(await change(pair)) };
      },
    }),
  ),
  ...RECORDS.map(([what, forge]) => kind(`record: ${what}`, { ...(forge ? { forge } : {}) })),
  ...ATTACHMENTS,
];
