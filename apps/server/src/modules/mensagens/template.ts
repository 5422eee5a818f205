import { EMAIL_VARIABLES, type VariavelEmail } from '@rubrica/contract';

/** Subject and text of an invitation from a template, with placeholders such as `{{titulo}}`. */
export interface MessageTemplate {
  readonly assunto: string;
  readonly corpo: string;
}

/** The values of the placeholders; null if the document lacks one. */
export type TemplateValues = Readonly<Record<VariavelEmail, string | null>>;

const NAMES = EMAIL_VARIABLES.join('|');
const PLACEHOLDER = new RegExp(`\\{\\{(${NAMES})\\}\\}`, 'g');
/** Includes a following full stop, which is not repeated after a value that ends in one (“Ltda.”). */
const WITH_STOP = new RegExp(`\\{\\{(${NAMES})\\}\\}(\\.(?!\\.))?`, 'g');

const namesOf = (text: string) => [...text.matchAll(PLACEHOLDER)].map((match) => match[1] as VariavelEmail);

/** Values are inserted verbatim: a title that looks like a placeholder stays a title. */
export function fillTemplate(text: string, values: TemplateValues): string {
  return text.replace(WITH_STOP, (_, name: keyof TemplateValues, stop = '') => {
    const value = values[name] ?? '';
    return value.endsWith('.') ? value : `${value}${stop}`;
  });
}

/**
 * The paragraphs of a template's text, filled in. A paragraph that needs something the document lacks (a deadline, the
 * signer's name) is left out entirely: half a sentence is worse than none.
 */
export function fillParagraphs(corpo: string, values: TemplateValues): string[] {
  return corpo
    .split(/\n{2,}/)
    .filter((paragraph) => namesOf(paragraph).every((name) => values[name] !== null))
    .map((paragraph) => fillTemplate(paragraph, values));
}

/** Whether a template itself mentions the deadline. */
export const tellsDeadline = (modelo: MessageTemplate) => namesOf(modelo.corpo).includes('prazo');
