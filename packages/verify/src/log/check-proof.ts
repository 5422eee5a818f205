import type { Evidence } from '../package/read.ts';
import { ensure, type Findings, moment, number, Unsure } from '../report.ts';
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import {
  actLines,
  certificateLines,
  conclusionLines,
  isHidden,
  type Leaf,
  type Lines,
  leafFor,
  parseLeaf,
} from './leaf.ts';
import { type VerifierKey, verifyNote } from './note.ts';
import type { Policy } from './policy.ts';
import { type Proof, parseProof } from './proof.ts';
import { leafHash, verifyInclusion } from './tree.ts';

/** A proof of the open log, held against the files and whom the user trusts. */

export interface Expectation {
  readonly evidence: Evidence;
  /** Keys of the logs the user trusts; null if none was named. */
  readonly logs: readonly VerifierKey[] | null;
  readonly policy: Policy | null;
}

/** A checkpoint that a proof leads to. */
export interface Anchor {
  /** What was signed, and what a time stamp is over. */
  readonly text: string;
  /** It has a leaf of the conclusion or of the certificate, and is signed as the user demands. */
  readonly anchored: boolean;
}

const NAMES = { ATO: 'de um ato', CONCLUSAO: 'da conclusão', CERTIFICADO: 'do certificado' } as const;

/**
 * Checks one proof.
 * @returns the checkpoint it leads to; undefined if it leads to none, or has nothing to do with these files
 */
export async function checkProof(text: string, wanted: Expectation, findings: Findings): Promise<Anchor | undefined> {
  const { evidence, policy } = wanted;
  let found: { readonly proof: Proof; readonly leaf: Leaf; readonly entry: Uint8Array } | undefined;
  const own = await findings.check('REGISTRO.COMPROMISSO', 'O registro aberto tem uma folha destes arquivos', () => {
    const proof = parseProof(text);
    ensure(proof.extra, 'a prova não traz a folha');
    const leaf = parseLeaf(proof.extra);
    found = { proof, leaf, entry: proof.extra };
    return judgeLeaf(leaf, evidence);
  });
  if (!found) return undefined;
  const { proof, leaf, entry } = found;
  const name = isHidden(leaf.t) ? NAMES[leaf.t] : 'da instalação';
  let head: Checkpoint | undefined;
  const included = await findings.check('REGISTRO.INCLUSAO', `A folha ${name} está na árvore do registro`, () => {
    const read = parseCheckpoint(proof.checkpoint);
    const { size, root } = read;
    verifyInclusion({ index: proof.index, size, leaf: leafHash(entry), proof: proof.hashes, root });
    head = read;
    return `é a de número ${number(proof.index)} (de 0) de uma árvore de ${number(size)}`;
  });
  if (!head) return undefined;
  const { origin } = head;
  const signed = await findings.check('REGISTRO.ASSINATURA', 'A árvore está assinada pela chave do registro', () =>
    judgeSignature(proof, origin, wanted),
  );
  const seen = await findings.check(
    'REGISTRO.TESTEMUNHAS',
    'A árvore foi vista pelas testemunhas que a política exige',
    () => judgeWitnesses(proof, policy),
  );
  const anchored = own && included && signed && (seen || !policy) && leaf.t !== 'ATO';
  return { text: proof.checkpoint.text, anchored };
}

/** Makes the leaf anew from the files. @throws Unreadable if that gives another */
function judgeLeaf({ t, k, c, ts }: Leaf, { conteudo, registro }: Evidence): string | Unsure {
  const { registroAberto, documento, hashes, eventos } = conteudo;
  if (!registroAberto) return new Unsure('o pacote é de antes do registro aberto, e a folha não pode ser refeita');
  const made = ({ label, commitment }: Lines) => leafFor(registroAberto.nonce, label, commitment, t);
  const at = `feita em ${moment(new Date(ts))}`;
  const fits = (lines: Lines, what: string): string => {
    const own = made(lines);
    ensure(own.k === k, `a folha não é ${what} destes arquivos`);
    ensure(own.c === c, `a folha é ${what} deste documento, mas diz outra coisa que estes arquivos`);
    return `${what}, ${at}`;
  };
  switch (t) {
    case 'CONCLUSAO': {
      const concluded = eventos.findLast(({ acao }) => acao === 'DOCUMENTO_CONCLUIDO');
      return fits(conclusionLines(documento.id, concluded?.hash ?? '', hashes.assinado), NAMES.CONCLUSAO);
    }
    case 'CERTIFICADO':
      return fits(certificateLines(registro.codigo, registro.versao, registro.hash), NAMES.CERTIFICADO);
    case 'ATO': {
      const acts = eventos.map(({ hash }, index) => actLines(documento.id, index + 1, hash));
      const act = acts.find((lines) => made(lines).k === k);
      ensure(act, 'a folha não é de um ato deste documento');
      return fits(act, NAMES.ATO);
    }
    default:
      ensure(false, 'a folha é da instalação, e não de um documento');
  }
}

async function judgeSignature(
  { checkpoint }: Proof,
  origin: string,
  { evidence, logs }: Expectation,
): Promise<string | Unsure> {
  const own = evidence.conteudo.registroAberto?.origem ?? origin;
  ensure(origin === own, `é a árvore de outro registro: o pacote é de ${own}, e a prova, de ${origin}`);
  if (!logs) return new Unsure(`a chave de ${origin} não foi informada: dá-se com --registro ou --politica`);
  const named = logs.filter(({ name }) => name === origin);
  const [by] = await verifyNote(checkpoint, named);
  ensure(by, `nenhuma das chaves informadas de ${origin} assinou esta árvore`);
  return by.key.text;
}

async function judgeWitnesses({ checkpoint }: Proof, policy: Policy | null): Promise<string | Unsure> {
  if (!policy) return new Unsure('nenhuma foi exigida: só uma política, dada com --politica, diz quais');
  const signed = await verifyNote(
    checkpoint,
    policy.witnesses.map(({ key }) => key),
  );
  const names = signed.map(({ key }) => policy.witnesses.find((witness) => witness.key === key)?.name);
  const who = names.length > 0 ? `viram-na ${names.join(', ')}` : 'nenhuma das da política a assinou';
  if (!policy.quorumMet(signed.map(({ key }) => key))) return new Unsure(`falta o quórum: ${who}`);
  return policy.requiresWitnesses ? who : `a política não exige nenhuma; ${who}`;
}
