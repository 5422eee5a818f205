import { builtin } from '../built-in.ts';
import { own } from '../bytes.ts';
import { Unreadable } from '../unreadable.ts';

/** No stream read here inflates to more: the evidence of 2,000 events takes less than 2 MB. */
const MAX_INFLATED = 64 * 1024 * 1024;

const damaged = () => new Unreadable('um trecho comprimido do PDF está danificado');

/**
 * Inflates zlib data (RFC 1950); its checksum must match and nothing may follow it.
 * @param most the result's largest size in bytes
 * @throws Unreadable for anything else, and for more than `most`
 */
export type Inflate = (data: Uint8Array, most?: number) => Uint8Array | Promise<Uint8Array>;

/** The implementation used by pages. */
export const inflateByStreams: Inflate = async (data, most = MAX_INFLATED) => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    const inflated = new Blob([own(data)]).stream().pipeThrough(new DecompressionStream('deflate'));
    const reader = inflated.getReader();
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      length += step.value.length;
      if (length > most) throw damaged();
      chunks.push(step.value);
    }
  } catch {
    throw damaged();
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
};

const zlib = builtin('node:zlib');

/** In Node its own implementation: a stream takes ten times as long for what is inflated here. */
export const inflate: Inflate = zlib
  ? (data, most = MAX_INFLATED) => {
      try {
        const { buffer, engine } = zlib.inflateSync(data, { info: true, maxOutputLength: most });
        // What follows the checksum is left alone by Node.
        if (engine.bytesWritten === data.length) return buffer;
      } catch {
        throw damaged();
      }
      throw damaged();
    }
  : inflateByStreams;
