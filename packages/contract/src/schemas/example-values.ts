/** Values shared by the examples, so that one story runs through all of them. */

/** Addresses of a development server; the contract served by an installation has its own addresses instead. */
export const BASE_URL = 'http://localhost:3000/v1';
export const PUBLIC_URL = 'http://localhost:3000';
export const DOCS_URL = 'http://localhost:3000/docs';

export const DOCUMENTO_ID = '7d1f3c52-9b0e-4c7a-8f64-2a5e91c0d3b8';
export const SIGNATARIO_ID = 'c2a84e17-5d39-4f06-b1c8-6e7f0a9d2b45';
export const CAMPO_ID = '1f6b9c3d-08a7-4e52-9d41-b7c35e20fa86';
export const ENVELOPE_ID = '94e0b7a1-3c6d-4852-a9f7-10d8c45e6b23';
export const PASTA_ID = '5b8d2e90-71fc-4a36-8e05-c9d4f1a7b362';
export const MODELO_ID = 'e3c7a5f8-204b-4d91-b6ea-58f09c1d7324';
export const LINK_MODELO_ID = '5d1b0c86-7e42-4f3a-9a58-c20e6f7b91d3';
export const PAPEL_ID = '0a9c4e7b-6f12-4835-9dc0-e1b72f5a8d64';
export const WEBHOOK_ID = '86d3f0b5-a7c1-4e29-8b54-3f9e60c2d718';
export const ENTREGA_ID = '2e5c8b7f-d904-4163-a5f8-7b0c1e94d32a';
export const EVENTO_ID = 'b90f6d24-1c8e-47a5-93b2-d5e07f8a6c13';
export const ORGANIZACAO_ID = '3d7e1b96-f0a8-4c25-8e43-a6b9d2c05f71';
export const MEMBRO_ID = 'a1c9e5d7-4b60-4f38-92ae-0d8f7c3b6e15';
export const USUARIO_ID = '6c0f8a3b-e5d1-4792-b8c6-91f4a7e20d53';
export const CLIENTE_ID = '41c7d9e2-8a05-4f6b-b3d1-96e0f2a8c574';
export const OTHER_ID = 'd8b2f7c4-0e9a-4561-a3d7-5c1e8f60b942';

export const CREATED_AT = '2026-11-03T14:05:12.480Z';
export const SENT_AT = '2026-11-03T14:07:40.102Z';
export const VIEWED_AT = '2026-11-03T17:21:05.733Z';
export const SIGNED_AT = '2026-11-03T17:26:48.019Z';
export const DEADLINE = '2026-11-30T23:59:59-03:00';

export const HASH_ORIGINAL = '9f2c1d70b8e64a35f1097cbb5e38d2a4601f7be93c85da2246f0b1c97e5d3a88';
export const HASH_ASSINADO = '41b7e0c95ad83f6270cd19e4a5b6f8230e7d94c1b85f2a3690dce7147fb0a652';
export const HASH_EVENTO = 'd06a8e3f51c7b924e0f8a1d3962b5c74ea1903fd85b6c27e40d19fa87c3be605';
export const HASH_TEXTO = '6be1f20d94c8a753b0e9d7126f5c38a40d81e7b29c3f65a80417dbe2590fca36';

export const CPF = '529.982.247-25';
export const CNPJ = '11.222.333/0001-81';
export const VALIDATION_CODE = 'SVC-7K3M-Q9XA-2DTP';
export const CERTIFICATE_CODE = 'SVC-CERT-4H8RNB2WZC';

/** The smallest possible PNG: one transparent pixel. */
export const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** A signed note; its signature is none. */
export const RECEIPT = `rubrica.exemplo/registro/recibo
{"c":"${HASH_ORIGINAL}","k":"${HASH_ORIGINAL}","t":"ATO","ts":"${SIGNED_AT}","v":1}
${HASH_ORIGINAL}
ATO
${DOCUMENTO_ID}
9
${HASH_ORIGINAL}

— rubrica.exemplo/registro Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
`;
