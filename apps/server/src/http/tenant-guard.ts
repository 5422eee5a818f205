import { join } from './json.ts';

const TENANT_NAMES = new Set(['tenantid', 'organizacaoid']);

/** A name as the guard compares it: no case, no separators, no `x-` in front of a header. */
const normalise = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const isTenantName = (name: string) => TENANT_NAMES.has(normalise(name));
const isTenantHeader = (name: string) => TENANT_NAMES.has(normalise(name).replace(/^x/, ''));

/**
 * Removes every member that names an organization, at any depth, and tells where it stood. The scope comes from the
 * credential alone; what arrives here is dropped before validation can see it.
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
