/** Subject and text of an invitation in the words of a template, with placeholders such as `{{titulo}}`. */
export interface MessageTemplate {
  readonly assunto: string;
  readonly corpo: string;
}

/** What the placeholders stand for; null where the document has no such thing. */
export interface TemplateValues {
  readonly signatario: string | null;
  readonly organizacao: string;
  readonly titulo: string;
  readonly prazo: string | null;
}

const PLACEHOLDER = /\{\{(signatario|organizacao|titulo|prazo)\}\}/g;
/** With the full stop behind it, of which a value that ends in one of its own (“Ltda.”) needs no second. */
const WITH_STOP = /\{\{(signatario|organizacao|titulo|prazo)\}\}(\.(?!\.))?/g;

const namesOf = (text: string) => [...text.matchAll(PLACEHOLDER)].map((match) => match[1] as keyof TemplateValues);

/** Values are put in as they are: a title that looks like a placeholder stays a title. */
export function fillTemplate(text: string, values: TemplateValues): string {
  return text.replace(WITH_STOP, (_, name: keyof TemplateValues, stop = '') => {
    const value = values[name] ?? '';
    return value.endsWith('.') ? value : `${value}${stop}`;
  });
}

/**
 * The paragraphs of a template's text, filled in. One that names something the document does not have (a deadline, the
 * signer's name) is left out whole: half a sentence says less than none.
 */
export function fillParagraphs(corpo: string, values: TemplateValues): string[] {
  return corpo
    .split(/\n{2,}/)
    .filter((paragraph) => namesOf(paragraph).every((name) => values[name] !== null))
    .map((paragraph) => fillTemplate(paragraph, values));
}

/** Whether a template tells the deadline itself. */
export const tellsDeadline = (modelo: MessageTemplate) => namesOf(modelo.corpo).includes('prazo');
