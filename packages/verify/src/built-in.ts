/**
 * What Node brings and pages lack, looked up at run time so that the page's bundle does not depend on Node. Everything
 * has its counterpart in what browsers bring; Node's answers at once, in the same thread.
 */

export interface NodeHash {
  update(bytes: Uint8Array): void;
  copy(): NodeHash;
  digest(): Uint8Array;
}

export interface NodeKey {
  readonly asymmetricKeyType?: string;
}

interface Builtins {
  'node:crypto': {
    createHash(algorithm: 'sha256'): NodeHash;
    /** Since Node 20.12. */
    hash?(algorithm: 'sha256', data: Uint8Array | string, as: 'hex'): string;
    createPublicKey(from: { key: Uint8Array; format: 'der'; type: 'spki' }): NodeKey;
    verify(
      digest: string,
      data: Uint8Array,
      by: { key: NodeKey; dsaEncoding: 'ieee-p1363' },
      signature: Uint8Array,
    ): boolean;
  };
  'node:zlib': {
    inflateSync(
      data: Uint8Array,
      options: { info: true; maxOutputLength: number },
    ): { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } };
  };
}

interface NodeProcess {
  getBuiltinModule?<K extends keyof Builtins>(name: K): Builtins[K];
}

/** A module of Node's; undefined in a page. */
export const builtin = <K extends keyof Builtins>(name: K): Builtins[K] | undefined =>
  (globalThis as { process?: NodeProcess }).process?.getBuiltinModule?.(name);
