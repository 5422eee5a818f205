import { toHex } from '../bytes.ts';
import { clean } from '../foreign.ts';
import { ensure } from '../report.ts';
import { decimalOf, parseVerifierKey, type VerifierKey } from './note.ts';

/** Whose logs are believed, and how many witnesses must have seen a checkpoint (C2SP tlog-policy). */

export interface PolicyWitness {
  /** What the policy calls it; its key has a name of its own. */
  readonly name: string;
  readonly key: VerifierKey;
  readonly url: string | null;
}

export interface Policy {
  /** Any of which is accepted. */
  readonly logs: readonly VerifierKey[];
  readonly witnesses: readonly PolicyWitness[];
  /** Whether anybody has to cosign at all. */
  readonly requiresWitnesses: boolean;
  /** Whether it is enough that these keys cosigned; one that is named twice counts once. */
  quorumMet(cosigned: readonly VerifierKey[]): boolean;
}

type Met = (keys: ReadonlySet<string>) => boolean;

/** What the lines so far defined. */
interface Defined {
  readonly logs: VerifierKey[];
  readonly witnesses: PolicyWitness[];
  /** Witnesses and groups, which share their names. */
  readonly names: Map<string, Met>;
  /** Names that are already members of a group. */
  readonly taken: Set<string>;
  quorum: Met | null;
}

const MAX_POLICY = 256 * 1024;
const MAX_LINES = 1000;
const NONE = 'none';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const FORBIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** Reads a policy. @throws Unreadable naming the line that is wrong */
export function parsePolicy(text: string): Policy {
  ensure(text.length <= MAX_POLICY, 'a política é grande demais');
  ensure(!FORBIDDEN.test(text), 'a política tem caracteres de controle');
  const lines = text.split('\n');
  ensure(lines.length <= MAX_LINES, 'a política tem linhas demais');
  const defined: Defined = { logs: [], witnesses: [], names: new Map(), taken: new Set(), quorum: null };
  for (const [index, line] of lines.entries()) {
    const [keyword, ...items] = line.split(/[ \t]+/).filter((item) => item !== '');
    if (keyword === undefined || keyword.startsWith('#')) continue;
    const wrong = `na política, a linha ${index + 1} (${clean(keyword)})`;
    const read = Object.hasOwn(LINES, keyword) ? LINES[keyword] : undefined;
    ensure(read, `${wrong} é de um tipo que não existe`);
    read(items, defined, wrong);
  }
  const { logs, witnesses, quorum } = defined;
  ensure(quorum, 'a política não diz o quórum');
  return {
    logs,
    witnesses,
    requiresWitnesses: !quorum(new Set()),
    quorumMet: (cosigned) => quorum(new Set(cosigned.map(identity))),
  };
}

/** Two keys are one if their bytes are, whatever they are called. */
const identity = ({ type, publicKey }: VerifierKey): string => `${type} ${toHex(publicKey)}`;

/** @throws Unreadable unless the name is free */
function define({ names }: Defined, name: string, met: Met, wrong: string): void {
  ensure(name !== '' && name !== NONE && !names.has(name), `${wrong} usa um nome que já tem dono`);
  names.set(name, met);
}

const LINES: Readonly<Record<string, (items: readonly string[], defined: Defined, wrong: string) => void>> = {
  log([text = '', ...url], { logs }, wrong) {
    ensure(url.length <= 1, `${wrong} tem itens a mais`);
    const key = parseVerifierKey(text);
    ensure(key.type === 1, `${wrong} traz a chave de uma testemunha`);
    ensure(!logs.some((other) => identity(other) === identity(key)), `${wrong} repete a chave de outro registro`);
    logs.push(key);
  },
  witness([name = '', text = '', ...url], defined, wrong) {
    ensure(url.length <= 1, `${wrong} tem itens a mais`);
    const key = parseVerifierKey(text);
    ensure(key.type === 4, `${wrong} não traz a chave de uma testemunha`);
    const own = identity(key);
    ensure(!defined.witnesses.some((other) => identity(other.key) === own), `${wrong} repete a chave de outra`);
    define(defined, name, (keys) => keys.has(own), wrong);
    defined.witnesses.push({ name, key, url: url[0] ?? null });
  },
  group([name = '', threshold = '', ...members], defined, wrong) {
    ensure(members.length > 0, `${wrong} não tem membros`);
    const parts = members.map((member) => {
      const met = defined.names.get(member);
      ensure(met, `${wrong} cita um nome que nenhuma linha anterior define`);
      ensure(!defined.taken.has(member), `${wrong} cita um nome que já é membro de um grupo`);
      defined.taken.add(member);
      return met;
    });
    const words: Readonly<Record<string, number>> = { any: 1, all: parts.length };
    const least = words[threshold] ?? decimalOf(threshold, `${wrong}: quantos membros bastam`);
    ensure(least >= 1 && least <= parts.length, `${wrong} pede um número impossível de membros`);
    define(defined, name, (keys) => parts.filter((met) => met(keys)).length >= least, wrong);
  },
  quorum([name = '', ...more], defined, wrong) {
    ensure(more.length === 0, `${wrong} tem itens a mais`);
    ensure(!defined.quorum, `${wrong} é a segunda que diz o quórum`);
    const met = name === NONE ? () => true : defined.names.get(name);
    ensure(met, `${wrong} cita um nome que nenhuma linha anterior define`);
    defined.quorum = met;
  },
};
