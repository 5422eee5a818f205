/** Input that cannot be read as what it should be; the message is for people, in Portuguese. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}
