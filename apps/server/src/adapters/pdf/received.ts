import { createHash } from 'node:crypto';
import { FileAltered } from '../../core/pdf.ts';

/** @throws FileAltered unless these are the bytes with this SHA-256, in hexadecimal */
export function assertReceived(bytes: Uint8Array, sha256: string): void {
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new FileAltered('not the file that was received');
}
