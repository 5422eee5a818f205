import { type OperationId, operationOf, type StatusDocumento } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService, until } from '../harness.ts';
import {
  draftBody,
  newDraft,
  newSent,
  prepareToSign,
  SIGNING_BODY,
  signer,
  signWith,
  tokenOf,
  uploadForm,
} from './factories.ts';
import { type Caller, createWorld, liveIds, outcome, type World } from './world.ts';

/** Each act that depends on a document's state, asked over HTTP in each of the seven states. */

interface Documento {
  readonly id: string;
  readonly status: StatusDocumento;
  readonly titulo: string;
  readonly signatarios: { id: string; status: string; link?: string | null }[];
}

let service: Service;
let world: World;
let caller: Caller;
beforeAll(async () => {
  service = await startService();
  world = await createWorld(service);
  caller = { credentials: world.ours, environment: 'test' };
});
afterAll(() => service?.stop());

const twoSigners = () => [signer(), signer()];
const read = async (id: string): Promise<Documento> =>
  (await world.as(caller, 'obterDocumento', { params: { documentoId: id } })).body;
/** The first has signed. The third is there so that the second can be removed: somebody has to be left to sign. */
const newPartial = async (signers = [...twoSigners(), signer()]) => {
  const sent = await newSent(world, caller, signers);
  await signWith(world, caller, tokenOf(sent));
  return sent;
};

const MAKE: Readonly<Record<StatusDocumento, () => Promise<{ id: string }>>> = {
  RASCUNHO: () => newDraft(world, caller, twoSigners()),
  AGUARDANDO_ASSINATURAS: () => newSent(world, caller, twoSigners()),
  PARCIALMENTE_ASSINADO: () => newPartial(),
  ASSINADO: async () => {
    const sent = await newPartial(twoSigners());
    await signWith(world, caller, tokenOf(sent, 1));
    return sent;
  },
  RECUSADO: async () => {
    const sent = await newSent(world, caller, twoSigners());
    await world.send('recusar', 'test', { params: { token: tokenOf(sent, 1) }, body: { motivo: 'Não concordo.' } });
    return sent;
  },
  CANCELADO: async () => {
    const sent = await newSent(world, caller, twoSigners());
    await world.as(caller, 'cancelarDocumento', { params: { documentoId: sent.id }, body: { motivo: 'Errei.' } });
    return sent;
  },
  EXPIRADO: async () => {
    const prazoEm = new Date(service.clock.now().getTime() + 3600_000).toISOString();
    const sent = await newSent(world, caller, twoSigners(), { prazoEm });
    service.clock.advance(3601_000);
    await until(async () => (await read(sent.id)).status === 'EXPIRADO');
    return sent;
  },
};
const STATES = Object.keys(MAKE) as StatusDocumento[];

/** Answers in the order of `STATES`: a status alone is success. */
interface Row {
  readonly id: OperationId;
  /** Of the second signer, who has not signed before ASSINADO. */
  readonly body?: (documento: Documento) => unknown;
  readonly query?: string;
  readonly answers: readonly string[];
}
const IMMUTABLE = '409 DOCUMENTO_IMUTAVEL';
const CONFLICT = '409 CONFLITO';
const GONE = '410 LINK_INDISPONIVEL';
const NO_CERTIFICATE = '409 CERTIFICADO_INDISPONIVEL';
const row = (first: string, rest: string) => [first, ...Array(6).fill(rest)];

const TABLE: readonly Row[] = [
  { id: 'obterDocumento', answers: row('200', '200') },
  { id: 'listarAuditoria', answers: row('200', '200') },
  { id: 'alterarDocumento', body: () => ({ titulo: 'Outro título' }), answers: row('200', IMMUTABLE) },
  {
    id: 'definirCampos',
    body: ({ signatarios }) => ({ campos: draftBody(signatarios).campos }),
    answers: row('200', IMMUTABLE),
  },
  { id: 'criarSignatario', body: () => signer(), answers: row('201', IMMUTABLE) },
  { id: 'criarVersao', body: () => uploadForm(), answers: row('201', IMMUTABLE) },
  { id: 'enviarDocumento', answers: row('200', CONFLICT) },
  { id: 'reenviarDocumento', answers: [CONFLICT, '200', '200', CONFLICT, CONFLICT, CONFLICT, CONFLICT] },
  {
    id: 'cancelarDocumento',
    body: () => ({ motivo: 'Errei.' }),
    answers: [CONFLICT, '200', '200', CONFLICT, CONFLICT, CONFLICT, CONFLICT],
  },
  { id: 'moverDocumento', body: () => ({ pastaId: null }), answers: row('200', '200') },
  {
    id: 'ajustarDocumento',
    body: () => ({ descricao: 'Outra.', responderPara: null }),
    answers: [CONFLICT, ...row('200', '200').slice(1)],
  },
  {
    id: 'ajustarDocumento',
    body: () => ({ lembrete: 'DIARIO', prazoEm: null }),
    answers: [CONFLICT, '200', '200', CONFLICT, CONFLICT, CONFLICT, CONFLICT],
  },
  { id: 'restaurarDocumento', answers: row(CONFLICT, CONFLICT) },
  { id: 'duplicarDocumento', answers: row('201', '201') },
  { id: 'criarModeloDeDocumento', body: () => ({ nome: 'Modelo' }), answers: row('201', '201') },
  { id: 'excluirDocumento', answers: ['204', CONFLICT, CONFLICT, CONFLICT, '204', '204', '204'] },
  {
    id: 'alterarSignatario',
    body: () => ({ nome: 'Outro Nome' }),
    answers: ['200', '200', '200', CONFLICT, CONFLICT, CONFLICT, CONFLICT],
  },
  { id: 'excluirSignatario', answers: ['204', '204', '204', CONFLICT, CONFLICT, CONFLICT, CONFLICT] },
  { id: 'obterCertificado', answers: STATES.map((status) => (status === 'ASSINADO' ? '200' : NO_CERTIFICATE)) },
  { id: 'reemitirCertificado', answers: STATES.map((status) => (status === 'ASSINADO' ? '201' : NO_CERTIFICATE)) },
  {
    id: 'baixarArquivo',
    query: 'tipo=CERTIFICADO',
    answers: STATES.map((status) => (status === 'ASSINADO' ? '200' : NO_CERTIFICATE)),
  },
  { id: 'baixarDossie', answers: STATES.map((status) => (status === 'ASSINADO' ? '200' : NO_CERTIFICATE)) },
  { id: 'obterImagemDocumento', answers: row('200', '200') },
  { id: 'baixarArquivo', answers: STATES.map((status) => (status === 'ASSINADO' ? '200' : CONFLICT)) },
  { id: 'baixarArquivo', query: 'tipo=ORIGINAL', answers: row('200', '200') },
  { id: 'baixarArquivo', query: 'tipo=PADES', answers: row('404 NAO_ENCONTRADO', '404 NAO_ENCONTRADO') },
  { id: 'abrirAssinatura', answers: [CONFLICT, '200', '200', '200', GONE, GONE, GONE] },
  { id: 'assinar', body: () => SIGNING_BODY, answers: [CONFLICT, '200', '200', CONFLICT, GONE, GONE, GONE] },
  { id: 'recusar', body: () => ({ motivo: 'Não.' }), answers: [CONFLICT, '200', '200', CONFLICT, GONE, GONE, GONE] },
];

/** The second signer's token, as it was shown while the document was a draft. */
const paramsOf = (documento: Documento, token: string) => ({
  documentoId: documento.id,
  signatarioId: documento.signatarios[1]?.id ?? '',
  token,
  numero: '1',
});

describe.each(STATES)('in %s', (status) => {
  const column = STATES.indexOf(status);
  // Refusals change nothing, so that they all can be asked of one document.
  let shared: Documento;
  let sharedToken: string;
  beforeAll(async () => {
    const made = (await MAKE[status]()) as Documento;
    shared = await read(made.id);
    sharedToken = tokenOf(made, 1);
    expect(shared.status).toBe(status);
  });

  const rows = TABLE.filter(({ id }) => liveIds.includes(id));
  const label = ({ id, query }: Row) => (query ? `${id}?${query}` : id);

  it.each(rows.map((wanted) => [label(wanted), wanted.answers[column] ?? '', wanted] as const))(
    '%s: %s',
    async (_label, expected, { id, body, query }) => {
      const harmless = /^4/.test(expected) || operationOf(id).method === 'GET';
      const made = harmless ? shared : ((await MAKE[status]()) as Documento);
      const token = harmless ? sharedToken : tokenOf(made, 1);
      const documento = harmless ? shared : await read(made.id);
      if (id === 'assinar' && expected === '200') await prepareToSign(world, caller, token);
      const given = body?.(documento);
      const answer = await world.as(caller, id, {
        params: paramsOf(documento, token),
        ...(query ? { query } : {}),
        ...(given === undefined ? {} : { body: given }),
      });
      const codigo = answer.status >= 400 ? outcome(answer) : String(answer.status);
      expect(codigo).toBe(expected);
      if (harmless) expect((await read(shared.id)).status).toBe(status);
    },
  );
});

describe('a signer who signed', () => {
  it('is not corrected, removed or asked again', async () => {
    const made = (await newPartial()) as Documento;
    const params = { documentoId: made.id, signatarioId: made.signatarios[0]?.id ?? '', token: tokenOf(made) };
    const asked: [OperationId, unknown][] = [
      ['alterarSignatario', { nome: 'Outro' }],
      ['excluirSignatario', undefined],
      ['reenviarDocumento', { signatarioId: params.signatarioId }],
      ['assinar', SIGNING_BODY],
      ['recusar', { motivo: 'Mudei de ideia.' }],
    ];
    for (const [id, body] of asked) {
      const answer = await world.as(caller, id, { params, body });
      expect([id, outcome(answer)]).toEqual([id, CONFLICT]);
    }
  });
});
