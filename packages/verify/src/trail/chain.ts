import { canonicalJson } from '../canonical.ts';
import { sha256Hex } from '../crypto/sha256.ts';
import { CONTENT_FILE, type Evidence, RECORD_FILE } from '../package/read.ts';
import type { Conteudo, Registro } from '../package/shapes.ts';
import { counted, ensure, type Findings } from '../report.ts';

/** Checks the package for internal consistency: its hash, the certificate's, and the chain of events. */
export async function checkHashes(evidence: Evidence, findings: Findings): Promise<void> {
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
}

function checkContentHash({ conteudo, conteudoText, registro, registroText }: Evidence): string {
  ensure(canonicalJson(conteudo) === conteudoText, `o anexo ${CONTENT_FILE} não está em forma canônica`);
  ensure(canonicalJson(registro) === registroText, `o anexo ${RECORD_FILE} não está em forma canônica`);
  const hash = sha256Hex(conteudoText);
  ensure(hash === registro.hashConteudo, `o SHA-256 do pacote é ${hash}, o registrado é ${registro.hashConteudo}`);
  return `SHA-256 ${hash}`;
}

function checkCertificateHash({ codigo, versao, hashAnterior, hashConteudo, hash }: Registro): string {
  ensure(
    versao === 1 ? hashAnterior === null : versao > 1 && hashAnterior !== null,
    `a versão ${versao} e o hash anterior (${hashAnterior}) não combinam`,
  );
  ensure(/^SVC-CERT-[0-9A-Z]{10}$/.test(codigo), 'o código do certificado não tem a forma dos da Rubrica');
  const own = sha256Hex([codigo, String(versao), hashAnterior ?? '', hashConteudo].join('\n'));
  ensure(own === hash, `a conta dá ${own}, o registrado é ${hash}`);
  return `${codigo}, versão ${versao}, SHA-256 ${hash}`;
}

function checkRoot({ documento, eventos, cadeia }: Conteudo): string {
  const [first] = eventos;
  ensure(first?.acao === 'DOCUMENTO_CRIADO', 'o primeiro evento não é a criação do documento');
  const file = first.detalhe.hashArquivo;
  ensure(typeof file === 'string', 'a criação não diz qual foi o arquivo');
  const root = sha256Hex(`${documento.id}\n${file}`);
  ensure(root === cadeia.eloInicial, `a conta dá ${root}, o declarado é ${cadeia.eloInicial}`);
  return `documento ${documento.id}, arquivo ${file}`;
}

function checkLinks({ eventos, cadeia }: Conteudo): string {
  let previous = cadeia.eloInicial;
  let before = '';
  const ids = new Set<string>();
  for (const [index, { hash, ...event }] of eventos.entries()) {
    const which = `o evento ${index + 1} (${event.acao})`;
    const own = sha256Hex(`${previous}\n${canonicalJson(event)}`);
    ensure(own === hash, `${which} foi mudado, tirado ou trocado: a cadeia se quebra nele`);
    ensure(event.ocorridoEm >= before, `${which} é anterior ao que o precede`);
    ensure(!ids.has(event.id), `${which} repete o identificador de outro`);
    ids.add(event.id);
    previous = hash;
    before = event.ocorridoEm;
  }
  return `${counted(eventos.length, 'evento conferido', 'eventos conferidos')}, do primeiro ao último`;
}
