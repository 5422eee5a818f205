import { type ContentTold, contentSentence, readContentSentence } from '@rubrica/contract/content';

/** What a file brings, in a language other than that of the record. */
export interface ContentWords {
  readonly told: Readonly<Record<ContentTold, string>>;
  /** Ends a list that was cut: so many more. */
  readonly andMore: (rest: string) => string;
}

const AND_MORE = / e mais (\d+)$/;

/**
 * Puts a sentence of what a file brings into another language, with what it names of the file as it stands.
 * @returns null where the sentence was recorded in another wording
 */
export function translateContent(sentence: string, { told, andMore }: ContentWords): string | null {
  const read = readContentSentence(sentence);
  if (!read) return null;
  // Field tags alone are cut; the name of a file may end like this by itself.
  const named =
    read.told === 'FIELD_TAGS' ? read.named.replace(AND_MORE, (_all, rest: string) => andMore(rest)) : read.named;
  return contentSentence(told[read.told], named);
}
