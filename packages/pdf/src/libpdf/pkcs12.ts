import { KeyObject, sign } from 'node:crypto';

/** The contents of a PKCS#12 file: a signing private key, and its certificates as DER, in the file's order. */
export type KeyFile = {
  /** @returns the signature as CMS has it: PKCS#1 v1.5 for RSA, DER for ECDSA @throws Error of a key that cannot sign so */
  sign(data: Uint8Array, digest: 'SHA-256' | 'SHA-384' | 'SHA-512'): Uint8Array;
  certificates: Uint8Array[];
};

/**
 * Opens a PKCS#12 file (RFC 7292), including old encryptions, which Node's own crypto cannot do. libpdf is loaded only
 * here and only with a key, because it is larger than the rest of the engine. Node signs with the key that libpdf found:
 * the library's own way, another thread and a signature written anew in DER, takes longer than the rest of a seal.
 * @throws Error with libpdf's message.
 */
export async function openKeyFile(p12: Uint8Array, password: string): Promise<KeyFile> {
  const { P12Signer } = await import('@libpdf/core');
  const signer = await P12Signer.create(p12, password);
  const key = KeyObject.from((signer as unknown as Opened).privateKey);
  return {
    sign: (data, digest) => sign(digest, data, key),
    certificates: [signer.certificate, ...(signer.certificateChain ?? [])],
  };
}

/** What it holds and does not declare. */
interface Opened {
  readonly privateKey: Parameters<typeof KeyObject.from>[0];
}
