import { json } from './answers.ts';

const answer = (ids: readonly string[], more: object = {}) =>
  json({ itens: ids.map((id) => ({ id, titulo: `Contrato ${id}`, novidade: true })), total: 3, ...more });

/** Listings read to their end: the answers in order, what is asked, and the ids of the items that come of it. */
export const pageVectors = () => [
  {
    name: 'one page, the cursor null',
    call: 'documentos.listar',
    arguments: [{}],
    answers: [answer(['a', 'b', 'c'], { proximoCursor: null })],
    requests: ['GET /documentos'],
    items: ['a', 'b', 'c'],
  },
  {
    name: 'one page, the cursor absent',
    call: 'documentos.listar',
    arguments: [{}],
    answers: [answer(['a'])],
    requests: ['GET /documentos'],
    items: ['a'],
  },
  {
    name: 'nothing at all',
    call: 'webhooks.listar',
    arguments: [{}],
    answers: [answer([], { proximoCursor: null })],
    requests: ['GET /webhooks'],
    items: [],
  },
  {
    name: 'the filters come with each cursor, and an empty page is not the end',
    call: 'documentos.listar',
    arguments: [{ status: 'ASSINADO', limite: 2, busca: 'ação & cia' }],
    answers: [
      answer(['a', 'b'], { proximoCursor: 'c+1/=' }),
      answer([], { proximoCursor: 'c2' }),
      answer(['c'], { proximoCursor: null }),
    ],
    requests: [
      'GET /documentos?status=ASSINADO&limite=2&busca=a%C3%A7%C3%A3o%20%26%20cia',
      'GET /documentos?status=ASSINADO&limite=2&busca=a%C3%A7%C3%A3o%20%26%20cia&cursor=c%2B1%2F%3D',
      'GET /documentos?status=ASSINADO&limite=2&busca=a%C3%A7%C3%A3o%20%26%20cia&cursor=c2',
    ],
    items: ['a', 'b', 'c'],
  },
  {
    name: 'under a path',
    call: 'documentos.signatarios.listar',
    arguments: ['7d1f3c52-9b0e-4c7a-8f64-2a5e91c0d3b8', {}],
    answers: [answer(['a'], { proximoCursor: 'c1' }), answer(['b'])],
    requests: [
      'GET /documentos/7d1f3c52-9b0e-4c7a-8f64-2a5e91c0d3b8/signatarios',
      'GET /documentos/7d1f3c52-9b0e-4c7a-8f64-2a5e91c0d3b8/signatarios?cursor=c1',
    ],
    items: ['a', 'b'],
  },
  {
    name: 'a cursor to begin with',
    call: 'eventos.listar',
    arguments: [{ cursor: 'c0' }],
    answers: [answer(['a'], { proximoCursor: 'c1' }), answer(['b'])],
    requests: ['GET /eventos?cursor=c0', 'GET /eventos?cursor=c1'],
    items: ['a', 'b'],
  },
];
