import { readFile } from 'node:fs/promises';
import {
  create,
  type Draft,
  expire,
  field,
  knownPerson,
  SAMPLE,
  type Sender,
  send,
  signByApi,
} from '../browser/world.ts';

/** Documents of every situation a public page may be asked about, made by the real service. */

const BY_DATA: Draft = { fatoresExigidos: ['DADOS_PESSOAIS'] };

export interface OnRecord {
  readonly id: string;
  readonly codigo: string;
  readonly titulo: string;
}

export interface Completed extends OnRecord {
  readonly assinado: Buffer;
  readonly certificado: Buffer;
  /** As it was sent. */
  readonly original: Buffer;
}

const codeOf = async (sender: Sender, documentoId: string): Promise<string> =>
  (await sender.api.obterDocumento({ params: { documentoId } })).codigoValidacao ?? '';

async function sent(sender: Sender, titulo: string, nome: string, draft: Draft = {}, pdf?: Buffer) {
  const one = knownPerson({ nome });
  const { id, links } = await send(
    sender,
    [one],
    [field({ signatarioId: one.id })],
    { ...BY_DATA, ...draft, titulo },
    pdf,
  );
  return { id, titulo, codigo: await codeOf(sender, id), link: links[0] ?? '' };
}

/** Signed by one of two people, so far. */
export async function underWay(sender: Sender, titulo = 'Proposta comercial'): Promise<OnRecord> {
  const [one, other] = [knownPerson({ nome: 'Marina Duarte Leal' }), knownPerson({ nome: 'João Prado' })];
  const campos = [field({ signatarioId: one.id }), field({ signatarioId: other.id, y: 0.6 })];
  const { id, links } = await send(sender, [one, other], campos, { ...BY_DATA, titulo });
  await signByApi(sender, links[0] ?? '');
  return { id, titulo, codigo: await codeOf(sender, id) };
}

/** Signed by everyone, with its files. @param remark added to the end of the file, to make it another one */
export async function completed(
  sender: Sender,
  titulo = 'Contrato de locação — Rua das Acácias, 120',
  nome = 'Marina Duarte Leal',
  remark: Buffer = Buffer.alloc(0),
): Promise<Completed> {
  const original = Buffer.concat([await readFile(SAMPLE), remark]);
  const { link, ...registro } = await sent(sender, titulo, nome, {}, original);
  await signByApi(sender, link);
  const file = async (tipo: 'ASSINADO' | 'CERTIFICADO') =>
    Buffer.from(
      (await sender.api.baixarArquivo({ params: { documentoId: registro.id }, query: { tipo } })) as Uint8Array,
    );
  return { ...registro, assinado: await file('ASSINADO'), certificado: await file('CERTIFICADO'), original };
}

export async function cancelled(sender: Sender): Promise<OnRecord> {
  const { link: _link, ...registro } = await sent(sender, 'Termo de adesão', 'Rita Campos');
  await sender.api.cancelarDocumento({ params: { documentoId: registro.id }, body: { motivo: 'Valor errado.' } });
  return registro;
}

export async function expired(sender: Sender): Promise<OnRecord> {
  const titulo = 'Orçamento';
  const { id } = await expire(sender, knownPerson({ nome: 'Lia Torres' }), { ...BY_DATA, titulo });
  return { id, titulo, codigo: await codeOf(sender, id) };
}

export async function refused(sender: Sender): Promise<OnRecord> {
  const { link, ...registro } = await sent(sender, 'Aditivo de prazo', 'Pedro Nunes');
  const token = link.split('/').pop() ?? '';
  await sender.anyone.abrirAssinatura({ params: { token } });
  await sender.anyone.recusar({ params: { token }, body: { motivo: 'Não concordo.' } });
  return registro;
}

/** A second version of its file was sent; the first was put aside. */
export async function replaced(sender: Sender): Promise<OnRecord & { first: Buffer; second: Buffer }> {
  const one = knownPerson({ nome: 'Marina Duarte Leal' });
  const first = await readFile(SAMPLE);
  // A remark after the end of a PDF is no part of the document, and another file all the same.
  const second = Buffer.concat([first, Buffer.from('% segunda\n')]);
  const titulo = 'Contrato em duas versões';
  const id = await create(sender, [one], [field({ signatarioId: one.id })], { ...BY_DATA, titulo }, first);
  const arquivo = new Blob([second], { type: 'application/pdf' });
  await sender.api.criarVersao({ params: { documentoId: id }, arquivo });
  await sender.api.enviarDocumento({ params: { documentoId: id } });
  return { id, titulo, codigo: await codeOf(sender, id), first, second };
}

/** One letter of the original's text changed; the seal is left as it was. */
export function tamper(pdf: Buffer): Buffer {
  const changed = Buffer.from(pdf);
  const at = Math.floor(pdf.length / 3);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}
