/** A segment: no separators, nothing hidden, and so neither `.` nor `..`. */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;
/** The longest key S3 takes, in bytes (and our alphabet has one byte a character). */
const KEY_MAX = 1024;

/** Whether `key` can name a stored file: `segment/segment/...`. */
export function isFileKey(key: string): boolean {
  return key.length <= KEY_MAX && key.split('/').every((segment) => segment.length <= 255 && SEGMENT.test(segment));
}

/** @throws RangeError for anything else than a file key: a path out of the store, an absolute one, an empty segment. */
export function checkFileKey(key: string): string {
  if (!isFileKey(key)) throw new RangeError(`not a file key: ${JSON.stringify(key.slice(0, 100))}`);
  return key;
}
