import { createSelfSignedSeal, describeSealKey, loadSealKey, type SealKey } from '@rubrica/pdf';
import type { PdfDict } from '../../pdf/src/core/objects.ts';
import type { Registro } from '../src/package/shapes.ts';
import type { Authority } from './authority.ts';
import { certificatePage, markOf, type SealedAs, sealFile, stampFile } from './sealing.ts';
import { CODE, canonical, chain, type Open, type OpenConteudo, plainStory, type Story, sha256 } from './story.ts';

/** A signed file and its certificate, made as the service makes them, or as a forger would. */

/** A PDF of one empty page. */
export function onePage(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
  ];
  let file = '%PDF-1.7\n';
  const rows = objects.map((object, i) => {
    const row = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const xref = `xref\n0 4\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size 4/Root 1 0 R>>\n`;
  return Buffer.from(`${file}${xref}startxref\n${file.length}\n%%EOF\n`, 'latin1');
}

let own: Promise<SealKey> | undefined;
/** The institution's seal in most tests: self-signed, like the one generated at first start. */
export function ownSeal(): Promise<SealKey> {
  own ??= newSeal('Selo de teste');
  return own;
}

export async function newSeal(commonName: string, year = 2026): Promise<SealKey> {
  const notBefore = new Date(Date.UTC(year, 0, 1));
  const password = 'segredo';
  const made = { organization: 'Instituição', commonName, notBefore, years: 3, password, iterations: 1000 };
  return loadSealKey(await createSelfSignedSeal(made), password);
}

export const fingerprintOf = (key: SealKey): string => describeSealKey(key).fingerprint;

/** What may be done differently with one of the two files. */
export interface FileOptions extends Partial<Omit<SealedAs, 'key' | 'at' | 'mark'>> {
  readonly key?: SealKey;
  readonly at?: Date;
  /** Changes what the seal states about itself. */
  readonly mark?: ((mark: PdfDict) => void) | 'none';
  /** Changes the file before it is sealed, and after. */
  readonly before?: (bytes: Buffer) => Buffer | Promise<Buffer>;
  readonly after?: (bytes: Buffer) => Buffer | Promise<Buffer>;
}

export interface PairOptions {
  readonly original?: Uint8Array;
  readonly story?: (original: string) => Story;
  readonly schema?: 'v1' | 'v2';
  readonly environment?: 'PRODUCAO' | 'TESTE';
  readonly seal?: SealKey;
  /** Neither file states what it is: the form before ADR 0033. */
  readonly oldForm?: boolean;
  /** Time stamps on both seals, a store, and time stamps over both files. */
  readonly authority?: Authority;
  readonly signed?: FileOptions;
  readonly certificate?: FileOptions;
  readonly versao?: number;
  readonly emitidoEm?: Date;
  /** Changes the package before its events are chained, the signed file is sealed and everything is hashed. */
  readonly edit?: (conteudo: OpenConteudo) => void;
  /** Changes it once the signed file exists, before the last events are chained and it is hashed. */
  readonly amend?: (conteudo: OpenConteudo) => void;
  /** Changes the package, or the record, after everything was computed. */
  readonly forge?: (conteudo: OpenConteudo, registro: Open<Registro>) => void;
  /** Makes the certificate's PDF from its attachments. */
  readonly render?: (
    attachments: Record<string, string>,
    conteudo: OpenConteudo,
    registro: Registro,
  ) => Buffer | Promise<Buffer>;
  readonly stamp?: (original: Uint8Array, code: string) => Buffer | Promise<Buffer>;
}

export interface Pair {
  readonly signed: Buffer;
  readonly certificate: Buffer;
  readonly original: Uint8Array;
  readonly conteudo: OpenConteudo;
  readonly registro: Open<Registro>;
}

export async function makePair(options: PairOptions = {}): Promise<Pair> {
  const original = options.original ?? onePage();
  const seal = options.seal ?? (await ownSeal());
  const schema = options.schema ?? 'v2';
  const { environment = 'PRODUCAO' } = options;
  const tell = options.story ?? ((hash: string) => plainStory(hash, { schema, environment }));
  const story = tell(sha256(original));
  const conteudo = story.conclude(sha256(original), '0'.repeat(64), seloOf(options, seal));
  options.edit?.(conteudo);
  chain(conteudo);

  const marks = {
    environment: conteudo.ambiente === 'TESTE' ? ('Teste' as const) : ('Producao' as const),
    code: conteudo.codigoValidacao,
  };
  const end = conteudo.eventos.findIndex(({ acao }) => acao === 'DOCUMENTO_CONCLUIDO');
  const link = conteudo.eventos[end - 1]?.hash ?? '';
  const at = new Date(conteudo.documento.finalizadoEm);
  const stamped = await (options.stamp ?? stampFile)(original, conteudo.codigoValidacao);
  const signedMark = { ...marks, kind: 'Documento' as const, link, sequence: end, original: conteudo.hashes.original };
  const signed = await fileOf(stamped, options, options.signed ?? {}, { key: seal, at, mark: signedMark });

  conteudo.hashes.assinado = sha256(signed);
  for (const { acao, detalhe } of conteudo.eventos)
    if (acao === 'DOCUMENTO_CONCLUIDO') detalhe.hashAssinado = sha256(signed);
  reissue(conteudo, options.versao ?? 1);
  options.amend?.(conteudo);
  chain(conteudo);
  const emitidoEm = options.emitidoEm ?? new Date(conteudo.eventos.at(-1)?.ocorridoEm ?? at);
  const registro = recordOf(conteudo, options.versao ?? 1, emitidoEm);
  options.forge?.(conteudo, registro);

  const attachments = { 'conteudo.json': canonical(conteudo), 'certificado.json': canonical(registro) };
  const page = options.render
    ? await options.render(attachments, conteudo, registro)
    : certificatePage(`Certificado ${registro.codigo}`, attachments);
  const mark = {
    ...{ ...marks, kind: 'Certificado' as const, link: conteudo.cadeia.eloFinal, sequence: conteudo.eventos.length },
    ...{ original: conteudo.hashes.original, code: conteudo.codigoValidacao },
    certificate: { code: registro.codigo, version: Number(registro.versao), signed: conteudo.hashes.assinado },
  };
  const certificate = await fileOf(page, options, options.certificate ?? {}, { key: seal, at: emitidoEm, mark });
  return { signed, certificate, original, conteudo, registro };
}

/** Each version after the first adds an event. */
function reissue(conteudo: OpenConteudo, versao: number): void {
  const last = conteudo.eventos.at(-1);
  if (!last) return;
  for (let n = 2; n <= versao; n++) {
    const ocorridoEm = new Date(Date.parse(last.ocorridoEm) + n * 3600_000).toISOString();
    const detalhe = { versao: n, codigoAnterior: 'SVC-CERT-AAAAAAAAAA' };
    conteudo.eventos.push({
      ...last,
      id: `${n}`.padStart(36, '0'),
      acao: 'CERTIFICADO_REEMITIDO',
      ocorridoEm,
      detalhe,
    });
  }
}

async function fileOf(
  bytes: Buffer,
  pair: PairOptions,
  own: FileOptions,
  { key, at, mark }: { key: SealKey; at: Date; mark: Parameters<typeof markOf>[0] },
): Promise<Buffer> {
  const { mark: change, before, after, ...rest } = own;
  const said = pair.oldForm || change === 'none' ? undefined : markOf(mark);
  if (said && typeof change === 'function') change(said);
  const stamps = pair.authority ? { authority: pair.authority, store: !pair.oldForm, archive: !pair.oldForm } : {};
  const sealed = await sealFile(before ? await before(bytes) : bytes, { key, at, mark: said, ...stamps, ...rest });
  return after ? after(sealed) : sealed;
}

function seloOf({ authority, oldForm, signed }: PairOptions, seal: SealKey): NonNullable<OpenConteudo['selo']> {
  const { subject, issuer, serial, fingerprint, notBefore, notAfter } = describeSealKey(signed?.key ?? seal);
  const by = signed && 'authority' in signed ? signed.authority : authority;
  const impressaoDigital = by?.certificate.fingerprint256.replaceAll(':', '').toLowerCase();
  const archived = by && (signed?.archive ?? (authority !== undefined && !oldForm));
  return {
    ...{ titular: subject, emissor: issuer, numeroSerie: serial, impressaoDigital: fingerprint },
    ...{ validoDe: notBefore.toISOString(), validoAte: notAfter.toISOString() },
    carimboTempo: by ? { autoridade: 'tempo.exemplo', impressaoDigital, em: undefined } : null,
    nivel: archived ? 'PADES_B_LTA' : by ? 'PADES_B_T' : 'PADES_B_B',
  };
}

export function recordOf(conteudo: OpenConteudo, versao: number, at: Date): Open<Registro> {
  const codigo = 'SVC-CERT-7K2MQX9A4T';
  const hashConteudo = sha256(canonical(conteudo));
  const hashAnterior = versao === 1 ? null : sha256('versão anterior');
  const hash = sha256([codigo, String(versao), hashAnterior ?? '', hashConteudo].join('\n'));
  return { codigo, versao, hashConteudo, hashAnterior, hash, emitidoEm: at.toISOString() };
}

/** Makes every hash fit again after a lie, as anyone with the program can. */
export function rehash(conteudo: OpenConteudo, registro: Open<Registro>): void {
  const { hash, hashConteudo } = recordOf(conteudo, registro.versao, new Date(registro.emitidoEm));
  Object.assign(registro, { hash, hashConteudo });
}

export { CODE, chain };
