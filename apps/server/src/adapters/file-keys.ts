/** A segment: no separators and no leading dot, so neither `.` nor `..`. */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;
/** The longest key S3 accepts, in bytes (our alphabet has one byte per character). */
const KEY_MAX = 1024;

/** Whether `key` can name a stored file: `segment/segment/...`. */
export function isFileKey(key: string): boolean {
  return key.length <= KEY_MAX && key.split('/').every((segment) => segment.length <= 255 && SEGMENT.test(segment));
}

/** @throws RangeError for anything but a file key: a path outside the store, an absolute one, an empty segment. */
export function checkFileKey(key: string): string {
  if (!isFileKey(key)) throw new RangeError(`not a file key: ${JSON.stringify(key.slice(0, 100))}`);
  return key;
}
