import type { Signer } from '@libpdf/core';

/** The contents of a PKCS#12 file: a signing private key, and its certificates as DER, in the file's order. */
export type KeyFile = {
  sign(data: Uint8Array, digest: 'SHA-256' | 'SHA-384' | 'SHA-512'): Promise<Uint8Array>;
  certificates: Uint8Array[];
};

/**
 * Opens a PKCS#12 file (RFC 7292), including old encryptions, which Node's own crypto cannot do. libpdf is loaded only
 * here and only with a key, because it is larger than the rest of the engine.
 * @throws Error with libpdf's message.
 */
export async function openKeyFile(p12: Uint8Array, password: string): Promise<KeyFile> {
  const { P12Signer } = await import('@libpdf/core');
  const signer: Signer = await P12Signer.create(p12, password);
  return {
    sign: (data, digest) => signer.sign(data, digest),
    certificates: [signer.certificate, ...(signer.certificateChain ?? [])],
  };
}
