/** Courtesy translations of what is agreed to; the Portuguese text alone counts. */
export interface Courtesy {
  readonly says: string;
  /** By the SHA-256 of the Portuguese text: another wording has no translation until it gets its own. */
  readonly paragraphs: Readonly<Record<string, readonly string[]>>;
}
