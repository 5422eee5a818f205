import { clientMethods, isFileKind, type Operation, type OperationId, operationOf } from '@rubrica/contract';
import { comment, sentBy, typeName } from './types.ts';

/** The schema of the items, if a listing answers with pages of them. */
function itemOf({ answer, query }: Operation): string | undefined {
  if (!('schema' in answer) || query === undefined || !('cursor' in query.properties)) return undefined;
  const { properties } = answer.schema as { properties?: { itens?: { items?: { $ref?: string } } } };
  return properties?.itens?.items?.$ref;
}

/** What the argument after the path's parameters is: the filters of a listing, a query, a body, or nothing. */
function inputKind(operation: Operation): 'list' | 'query' | 'body' | 'none' {
  const { body, query } = sentBy(operation);
  const sends = operation.body !== undefined;
  if (sends && query !== undefined) throw new Error(`${operation.path} takes a body and a query: methods take one`);
  if (sends || body !== undefined) return 'body';
  if (itemOf(operation) !== undefined) return 'list';
  return query === undefined ? 'none' : 'query';
}

const paramsOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function inputType(id: OperationId, operation: Operation): string | undefined {
  const { body, query } = sentBy(operation);
  if (operation.body?.kind === 'multipart') {
    return body === undefined ? 'Upload' : `${typeName(body, id, 'Body')} & Upload`;
  }
  if (body !== undefined) return typeName(body, id, 'Body');
  return query === undefined ? undefined : typeName(query, id, 'Query');
}

/** Whether a caller may leave the argument out. */
function isOptional(operation: Operation): boolean {
  if (operation.body !== undefined) return operation.body.kind === 'json' && operation.body.optional === true;
  const { required = [] } = (operation.query ?? {}) as { required?: readonly string[] };
  return required.length === 0;
}

function resultOf(id: OperationId, operation: Operation): string {
  const { answer } = operation;
  const item = itemOf(operation);
  if (item !== undefined) return `Listing<${item}>`;
  if (isFileKind(answer.kind)) return 'Promise<Uint8Array<ArrayBuffer>>';
  if (answer.kind === 'html') return 'Promise<string>';
  return 'schema' in answer ? `Promise<${typeName(answer.schema, id, 'Answer')}>` : 'Promise<void>';
}

function signatures(id: OperationId, verb: string): string[] {
  const operation = operationOf(id);
  const { answer } = operation;
  const input = inputType(id, operation);
  const mark = isOptional(operation) ? '?' : '';
  const before = paramsOf(operation.path).map((name) => `${name}: string`);
  const given = input === undefined ? [] : [`${operation.body ? 'entrada' : 'consulta'}${mark}: ${input}`];
  const written = (last: string, result: string) => `${verb}(${[...before, ...given, last].join(', ')}): ${result};`;
  const usual = written('options?: CallOptions', resultOf(id, operation));
  if (answer.kind !== 'pdf-or-json') return [usual];
  const address = typeName(answer.schema, id, 'Answer');
  const required = given.map((one) => one.replace('?:', ':').concat(mark ? ' | undefined' : ''));
  return [
    `${verb}(${[...before, ...required, `options: CallOptions & { readonly as: 'json' }`].join(', ')}): Promise<${address}>;`,
    usual,
  ];
}

function noteOf(id: OperationId): string {
  const { method, path, summary, description, scope, role } = operationOf(id);
  const needs = [scope && `escopo \`${scope}\``, role && `papel ${role}`].filter(Boolean).join(', ');
  return [`${summary}.`, description, `\`${method} ${path}\`${needs && `: ${needs}`}`].filter(Boolean).join('\n\n');
}

interface Folder {
  readonly methods: Map<string, OperationId>;
  readonly folders: Map<string, Folder>;
}

const newFolder = (): Folder => ({ methods: new Map(), folders: new Map() });

function tree(methods: ReadonlyMap<string, OperationId>): Folder {
  const root = newFolder();
  for (const [name, id] of methods) {
    const nouns = name.split('.');
    const verb = nouns.pop() ?? '';
    let place = root;
    for (const noun of nouns) {
      const next = place.folders.get(noun) ?? newFolder();
      place.folders.set(noun, next);
      place = next;
    }
    place.methods.set(verb, id);
  }
  return root;
}

function members(folder: Folder, indent: string): string {
  const methods = [...folder.methods].map(
    ([verb, id]) =>
      comment(noteOf(id), indent) +
      signatures(id, verb)
        .map((line) => `${indent}${line}\n`)
        .join(''),
  );
  const folders = [...folder.folders].map(
    ([noun, inner]) => `${indent}readonly ${noun}: {\n${members(inner, `${indent}  `)}${indent}};\n`,
  );
  return [...methods, ...folders].join('');
}

/** `generated/resources.ts`: the methods of a client, by noun. */
export function renderResources(): string {
  const body = members(tree(clientMethods()), '  ');
  const known = new Set([...body.matchAll(/\b[A-Z]\w+\b/g)].map(([name]) => name));
  const types = [...clientMethods().values()].flatMap((id) => {
    const operation = operationOf(id);
    const { answer } = operation;
    const { body: sent, query } = sentBy(operation);
    return [
      sent && typeName(sent, id, 'Body'),
      query && typeName(query, id, 'Query'),
      itemOf(operation) ?? ('schema' in answer ? typeName(answer.schema, id, 'Answer') : undefined),
    ].filter((name) => name !== undefined);
  });
  const used = [...new Set(types)].filter((name) => known.has(name)).sort();
  return `// Generated by scripts/generate.ts from the contract's operations.
import type { Upload } from '../src/file.ts';
import type { CallOptions } from '../src/input.ts';
import type { Listing } from '../src/listing.ts';
import type {
${used.map((name) => `  ${name},\n`).join('')}} from './schemas.ts';

/** The methods of a client, by what they are about. */
export interface Resources {
${body}}
`;
}

/** `generated/methods.ts`: what a call of each method needs at run time. @param told the route of an operation, as text */
export function renderMethods(told: (id: OperationId) => readonly string[]): string {
  const rows = [...clientMethods()].map(([name, id]) => {
    const facts = [inputKind(operationOf(id)), ...told(id)].map((fact) => `'${fact}'`);
    return `  '${name}': [${facts.join(', ')}],`;
  });
  return `// Generated by scripts/generate.ts from the contract's operations.
import type { Route } from '../src/input.ts';

/** What comes after the path's parameters, and the route. */
export type Method = readonly ['list' | 'query' | 'body' | 'none', ...Route];

export const methods: Readonly<Record<string, Method>> = {
${rows.join('\n')}
};
`;
}
