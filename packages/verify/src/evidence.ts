import type { ConteudoCertificado, RegistroCertificado } from '@rubrica/contract';
import { canonicalJson } from './canonical.ts';
import { sha256Hex } from './crypto/sha256.ts';
import { OwnPdf } from './pdf/file.ts';
import { counted, ensure, type Findings, moment } from './report.ts';
import { Unreadable } from './unreadable.ts';

/** What a certificate's PDF carries for programs. */
export interface Evidence {
  readonly conteudo: ConteudoCertificado;
  readonly registro: RegistroCertificado;
  /** The two attachments as text. */
  readonly conteudoText: string;
  readonly registroText: string;
}

/** The names of the attachments, and the shape of the first this program knows. */
export const CONTENT_FILE = 'conteudo.json';
export const RECORD_FILE = 'certificado.json';
const SCHEMA = 'rubrica.certificado.v1';

/** Reads the evidence package out of a certificate. @throws Unreadable */
export async function readEvidence(certificate: Uint8Array): Promise<Evidence> {
  const files = await (await OwnPdf.open(certificate)).attachments();
  const text = (name: string) => {
    const bytes = files.get(name);
    if (!bytes) throw new Unreadable(`o PDF não traz o anexo ${name}: não é um certificado de conclusão da Rubrica`);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new Unreadable(`o anexo ${name} não é texto UTF-8`);
    }
  };
  const [conteudoText, registroText] = [text(CONTENT_FILE), text(RECORD_FILE)];
  const conteudo = parse<ConteudoCertificado>(conteudoText, CONTENT_FILE);
  if (conteudo.esquema !== SCHEMA) {
    throw new Unreadable(`o pacote é do formato ${conteudo.esquema}, que este programa não conhece`);
  }
  const registro = parse<RegistroCertificado>(registroText, RECORD_FILE);
  if (!isComplete(conteudo, registro)) throw new Unreadable('faltam partes do pacote de evidências');
  return { conteudo, registro, conteudoText, registroText };
}

function parse<T>(text: string, name: string): T {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object') return value as T;
  } catch {
    // Said below.
  }
  throw new Unreadable(`o anexo ${name} não é JSON`);
}

/** Whether everything that is going to be read is there, so that no check has to ask. */
function isComplete(
  { documento, hashes, cadeia, ...rest }: ConteudoCertificado,
  registro: RegistroCertificado,
): boolean {
  const texts = [
    documento?.id,
    documento?.titulo,
    rest.codigoValidacao,
    hashes?.original,
    hashes?.assinado,
    cadeia?.eloInicial,
    cadeia?.eloFinal,
    registro.codigo,
    registro.hashConteudo,
    registro.hash,
  ];
  const events = Array.isArray(rest.eventos) && rest.eventos.every((event) => typeof event?.detalhe === 'object');
  const people = Array.isArray(rest.signatarios) && rest.signatarios.every((signer) => signer !== null);
  return events && people && texts.every((text) => typeof text === 'string') && Number.isInteger(registro.versao);
}

/** Checks the package against itself: its hash, the certificate's, and the chain of events. */
export async function checkEvidence(evidence: Evidence, findings: Findings): Promise<void> {
  const { conteudo, registro } = evidence;
  await findings.check('PACOTE.HASH_CONTEUDO', 'O pacote de evidências é o que o certificado registrou', () =>
    checkContentHash(evidence),
  );
  await findings.check('PACOTE.HASH_CERTIFICADO', 'O hash do certificado fecha com código, versão e conteúdo', () =>
    checkCertificateHash(registro),
  );
  await findings.check('TRILHA.ELO_INICIAL', 'A trilha começa no documento e no arquivo enviado primeiro', () =>
    checkRoot(conteudo),
  );
  await findings.check('TRILHA.EVENTOS', 'Cada evento está ligado ao anterior', () => checkLinks(conteudo));
  await findings.check('TRILHA.ELO_FINAL', 'A trilha termina no elo que o pacote declara', () => {
    const last = conteudo.eventos.at(-1)?.hash ?? conteudo.cadeia.eloInicial;
    ensure(last === conteudo.cadeia.eloFinal, `o último elo é ${last}, o declarado é ${conteudo.cadeia.eloFinal}`);
    return last;
  });
  await findings.check('TRILHA.COERENCIA', 'A trilha fala destes arquivos e destas assinaturas', () =>
    checkStory(conteudo),
  );
}

function checkContentHash({ conteudo, conteudoText, registro, registroText }: Evidence): string {
  ensure(canonicalJson(conteudo) === conteudoText, `o anexo ${CONTENT_FILE} não está em forma canônica`);
  ensure(canonicalJson(registro) === registroText, `o anexo ${RECORD_FILE} não está em forma canônica`);
  const hash = sha256Hex(conteudoText);
  ensure(hash === registro.hashConteudo, `o SHA-256 do pacote é ${hash}, o registrado é ${registro.hashConteudo}`);
  return `SHA-256 ${hash}`;
}

function checkCertificateHash({ codigo, versao, hashAnterior, hashConteudo, hash }: RegistroCertificado): string {
  ensure(
    versao === 1 ? hashAnterior === null : versao > 1 && typeof hashAnterior === 'string',
    `a versão ${versao} e o hash anterior (${hashAnterior}) não combinam`,
  );
  const own = sha256Hex([codigo, String(versao), hashAnterior ?? '', hashConteudo].join('\n'));
  ensure(own === hash, `a conta dá ${own}, o registrado é ${hash}`);
  return `${codigo}, versão ${versao}, SHA-256 ${hash}`;
}

function checkRoot({ documento, eventos, cadeia }: ConteudoCertificado): string {
  const [first] = eventos;
  ensure(first?.acao === 'DOCUMENTO_CRIADO', 'o primeiro evento não é a criação do documento');
  const file = first.detalhe.hashArquivo;
  ensure(typeof file === 'string', 'a criação não diz qual foi o arquivo');
  const root = sha256Hex(`${documento.id}\n${file}`);
  ensure(root === cadeia.eloInicial, `a conta dá ${root}, o declarado é ${cadeia.eloInicial}`);
  return `documento ${documento.id}, arquivo ${file}`;
}

function checkLinks({ eventos, cadeia }: ConteudoCertificado): string {
  let previous = cadeia.eloInicial;
  let before = '';
  for (const [index, { hash, ...event }] of eventos.entries()) {
    const own = sha256Hex(`${previous}\n${canonicalJson(event)}`);
    ensure(
      own === hash,
      `o evento ${index + 1} (${event.acao}) foi mudado, tirado ou trocado: a cadeia se quebra nele`,
    );
    ensure(event.ocorridoEm >= before, `o evento ${index + 1} (${event.acao}) é anterior ao que o precede`);
    previous = hash;
    before = event.ocorridoEm;
  }
  return `${counted(eventos.length, 'evento conferido', 'eventos conferidos')}, do primeiro ao último`;
}

/** What the summary says of files and people has to be what the chained events say. */
function checkStory({ documento, eventos, hashes, signatarios }: ConteudoCertificado): string {
  const done = eventos.filter(({ acao }) => acao === 'DOCUMENTO_CONCLUIDO');
  const [end] = done;
  ensure(end && done.length === 1, 'a trilha não tem uma conclusão, e uma só');
  ensure(end.detalhe.hashAssinado === hashes.assinado, 'a conclusão fala de outro arquivo assinado');
  ensure(end.detalhe.hashArquivo === hashes.original, 'a conclusão fala de outro arquivo original');
  ensure(end.ocorridoEm === documento.finalizadoEm, 'a conclusão tem outra hora');
  const signings = eventos.filter(({ acao }) => acao === 'ASSINATURA_REGISTRADA');
  for (const { detalhe } of signings) {
    ensure(detalhe.hashArquivo === hashes.original, 'uma assinatura é de outro arquivo');
  }
  const signed = signatarios.filter(({ status }) => status === 'ASSINADO');
  for (const { signatarioId, transacaoId, assinadoEm, nome } of signed) {
    const event = signings.find(({ detalhe }) => detalhe.signatarioId === signatarioId);
    ensure(event?.detalhe.transacaoId === transacaoId, `a trilha não traz a assinatura de ${nome ?? signatarioId}`);
    ensure(event.ocorridoEm === assinadoEm, `a assinatura de ${nome ?? signatarioId} tem outra hora na trilha`);
  }
  ensure(signings.length === signed.length, 'a trilha traz assinaturas de quem o pacote não nomeia');
  return `${counted(signed.length, 'assinatura', 'assinaturas')}; conclusão em ${moment(new Date(end.ocorridoEm))}`;
}
