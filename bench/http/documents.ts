import { randomUUID } from 'node:crypto';
import { contractDocument } from '../pdf/inputs.ts';
import type { Request } from './load.ts';

const BOUNDARY = 'rubrica-bench-2f6c1b7e';

/** A three-page contract with a scanned letterhead, 50 kB. */
export const PDF = contractDocument(50_000);

/** Three signers and ten fields, used to measure GET /documentos/{id}. */
export function richDocument(): object {
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  const names = ['João da Silva', 'Maria Antônia de Souza', 'José Prado'];
  return {
    titulo: 'Contrato de prestação de serviços nº 2026/118',
    ordenado: true,
    signatarios: ids.map((id, index) => ({
      id,
      funcao: 'ASSINAR',
      nome: names[index],
      email: `pessoa${index}@exemplo.com.br`,
      ordem: index + 1,
    })),
    campos: Array.from({ length: 10 }, (_, index) => ({
      tipo: index < 3 ? 'ASSINATURA' : 'TEXTO',
      pagina: 1 + (index % 3),
      x: 0.1,
      y: 0.05 + index * 0.09,
      largura: 0.4,
      altura: 0.05,
      signatarioId: ids[index % 3],
    })),
  };
}

/** One signer, who owns the only field. It contains no ids, so it may be sent any number of times. */
export const WITH_SIGNER = {
  titulo: 'Contrato de prestação de serviços nº 2026/118',
  signatarios: [{ funcao: 'ASSINAR', nome: 'João da Silva', email: 'joao@exemplo.com.br' }],
  campos: [{ tipo: 'ASSINATURA', pagina: 1, x: 0.1, y: 0.8, largura: 0.4, altura: 0.1 }],
};

export interface Person {
  readonly cpf: string;
  readonly dataNascimento: string;
}

/** Somebody else for each index. */
export function personOf(index: number): Person {
  const digits = [...String(100_000_000 + index)].map(Number);
  for (const length of [10, 11]) {
    const sum = digits.reduce((total, digit, at) => total + digit * (length - at), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return { cpf: digits.join(''), dataNascimento: '1980-05-17' };
}

/** One signer, who has to say who they are and gets a link. */
export const toBeSignedBy = (person: Person): object => ({
  titulo: WITH_SIGNER.titulo,
  fatoresExigidos: ['DADOS_PESSOAIS'],
  signatarios: [{ funcao: 'ASSINAR', nome: 'João da Silva', metodoEntrega: 'LINK', ...person }],
  campos: [{ tipo: 'ASSINATURA', pagina: 3, x: 0.1, y: 0.7, largura: 0.4, altura: 0.1 }],
});

/** The multipart body of POST /documentos. */
export function uploadBody(dados: object): Buffer {
  const part = (headers: string) => `--${BOUNDARY}\r\n${headers}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(part('Content-Disposition: form-data; name="dados"') + JSON.stringify(dados)),
    Buffer.from('\r\n'),
    Buffer.from(
      part('Content-Disposition: form-data; name="arquivo"; filename="contrato.pdf"\r\nContent-Type: application/pdf'),
    ),
    PDF,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

/** The same as JSON, with the PDF in base64. */
export const jsonBody = (dados: object): Buffer =>
  Buffer.from(JSON.stringify({ ...dados, arquivo: { base64: Buffer.from(PDF).toString('base64') } }));

export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
export const JSON_TYPE = 'application/json';

export function postRequest(path: string, body: Buffer, key?: string, type = MULTIPART): Request {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    ...(key ? [`Authorization: Bearer ${key}`] : []),
  ];
  return { head: Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body };
}

export function getRequest(path: string, key?: string): Request {
  const head = [`GET ${path} HTTP/1.1`, 'Host: localhost', ...(key ? [`Authorization: Bearer ${key}`] : [])];
  return { head: Buffer.from(`${head.join('\r\n')}\r\n\r\n`) };
}
