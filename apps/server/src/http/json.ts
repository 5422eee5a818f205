import { type Rule, rule } from '@rubrica/contract';
import type { FieldProblem } from '../core/problem.ts';
import { invalid, Problem } from '../core/problem.ts';

/** No body of the contract nests deeper than six; anything deeper is meant to exhaust the code that walks it. */
const DEPTH_MAX = 32;
/** Enough to correct a request; a body with a million problems needs no list of a million. */
const PROBLEMS_MAX = 50;
const BACKSLASH = 0x5c;
const ESCAPED_SUSPECT = /\\u(?:0000|[dD][89a-fA-F])/;

/** A property's path as written in this API's problems; characters the database cannot store are shown as U+FFFD. */
export function join(path: string, member: string | number): string {
  if (typeof member === 'number') return `${path}[${member}]`;
  const shown = printable(member);
  return path === '' ? shown : `${path}.${shown}`;
}

/** Replaces U+0000 and lone surrogates, which PostgreSQL cannot store. */
export function printable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

function textProblem(text: string): Rule | null {
  if (text.includes('\0')) return rule('textNull');
  return text.isWellFormed() ? null : rule('textHalf');
}

/** @throws 400 if the bytes are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array, root: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid([{ campo: root, ...rule('notUtf8') }]);
  }
}

/** JSON is UTF-8 (RFC 8259, 8.1); a parameter claiming otherwise would be ignored. @throws 415 */
export function refuseOtherCharset(contentType: string): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return;
  throw new Problem('415 ENTRADA_INVALIDA', rule('jsonIsUtf8'), {
    erros: [{ campo: 'header.content-type', ...rule('useJsonUtf8') }],
  });
}

/**
 * Reads JSON from outside. The text is scanned once, without recursion, before anything walks the value.
 * @param root the name for the whole text in problems: `corpo`, `dados`
 * @throws 400 naming each repeated property, `__proto__`, nesting over 32 levels, U+0000 and lone surrogate
 */
export function readJson(text: string, root: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid([{ campo: root, ...rule('notJson') }]);
  }
  const problems = scanNames(text, root);
  // A raw control character is not valid JSON, and a lone surrogate is not valid UTF-8, so either can only be escaped.
  if (problems.length === 0 && ESCAPED_SUSPECT.test(text)) problems.push(...unstorable(value, root));
  if (problems.length > 0) throw invalid(problems.slice(0, PROBLEMS_MAX));
  return value;
}

interface Level {
  readonly path: string;
  /** Property names so far; null in an array. */
  readonly names: Set<string> | null;
  index: number;
  /** The property being read. */
  name: string;
}

/** Repeated names, `__proto__` and excessive depth, in a text already known to be valid JSON. */
function scanNames(text: string, root: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const levels: Level[] = [];
  let nameNext = false;
  for (let at = 0; at < text.length; at++) {
    const top = levels.at(-1);
    switch (text[at]) {
      case '{':
      case '[': {
        if (levels.length === DEPTH_MAX) {
          return [{ campo: here(levels) || root, ...rule('jsonDepth', { n: DEPTH_MAX }) }];
        }
        const isObject = text[at] === '{';
        levels.push({ path: here(levels), names: isObject ? new Set() : null, index: 0, name: '' });
        nameNext = isObject;
        break;
      }
      case '}':
      case ']':
        levels.pop();
        nameNext = false;
        break;
      case ',':
        nameNext = top?.names !== null;
        if (top) top.index += 1;
        break;
      case '"': {
        const end = endOfString(text, at);
        if (nameNext && top) {
          top.name = nameAt(text, at, end);
          problems.push(...nameProblems(top));
          nameNext = false;
        }
        at = end;
        break;
      }
    }
    if (problems.length >= PROBLEMS_MAX) break;
  }
  return problems;
}

function here(levels: readonly Level[]): string {
  const top = levels.at(-1);
  if (!top) return '';
  return join(top.path, top.names === null ? top.index : top.name);
}

function nameProblems({ path, names, name }: Level): FieldProblem[] {
  if (name === '__proto__') return [{ campo: join(path, name), ...rule('nameRefused') }];
  if (names?.has(name)) return [{ campo: join(path, name), ...rule('givenTwice') }];
  names?.add(name);
  return [];
}

/** Index of the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
}

function nameAt(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end);
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}

/** Every text in a value, including property names, that the database cannot store. */
export function unstorable(value: unknown, root: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const pending: [unknown, string][] = [[value, '']];
  for (let next = pending.pop(); next && problems.length < PROBLEMS_MAX; next = pending.pop()) {
    const [node, path] = next;
    if (typeof node === 'string') {
      const said = textProblem(node);
      if (said) problems.push({ campo: path || root, ...said });
    } else if (Array.isArray(node)) {
      for (const [index, item] of node.entries()) pending.push([item, join(path, index)]);
    } else if (node !== null && typeof node === 'object') {
      for (const [name, member] of Object.entries(node)) {
        const said = textProblem(name);
        if (said) problems.push({ campo: join(path, name), ...said });
        pending.push([member, join(path, name)]);
      }
    }
  }
  return problems;
}
