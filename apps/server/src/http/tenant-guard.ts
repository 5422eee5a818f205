import type { Readable } from 'node:stream';
import { join } from './json.ts';

const TENANT_NAMES = new Set(['tenantid', 'organizacaoid']);

/** Normalizes a name for comparison: no case, no separators, no `x-` prefix of a header. */
const normalise = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
/** Whether a property, or a part of a form, names an organization. */
export const isTenantName = (name: string) => TENANT_NAMES.has(normalise(name));
const isTenantHeader = (name: string) => TENANT_NAMES.has(normalise(name).replace(/^x/, ''));

/**
 * Removes every property that names an organization, at any depth, and records its location. The scope comes only from
 * the credential; these fields are dropped before validation sees them.
 */
export function discardTenantFields(value: unknown, path: string, removed: string[]): void {
  const pending: [unknown, string][] = [[value, path]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [node, at] = next;
    if (node === null || typeof node !== 'object') continue;
    for (const [key, member] of Object.entries(node)) {
      const place = join(at, Array.isArray(node) ? Number(key) : key);
      if (!Array.isArray(node) && isTenantName(key)) {
        delete (node as Record<string, unknown>)[key];
        removed.push(place);
      } else if (member !== null && typeof member === 'object') {
        pending.push([member, place]);
      }
    }
  }
}

/** The same for headers, such as `X-Tenant-Id`. */
export function discardTenantHeaders(headers: Record<string, unknown>, removed: string[]): void {
  for (const name of Object.keys(headers)) {
    if (!isTenantHeader(name)) continue;
    delete headers[name];
    removed.push(`header.${name}`);
  }
}

/** The same for a part of a form, whose content nobody reads. */
export function discardTenantPart({ fieldname, file }: { fieldname: string; file: Readable }, removed: string[]): void {
  file.resume();
  removed.push(join('', fieldname));
}
