import { type Html, html } from './html.ts';

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

const namesOf = (text: string) => [...text.matchAll(PLACEHOLDER)].map((match) => match[1] as keyof TemplateValues);

/** Values are put in as they are: a title that looks like a placeholder stays a title. */
export function fillTemplate(text: string, values: TemplateValues): string {
  return text.replace(PLACEHOLDER, (_, name: keyof TemplateValues) => values[name] ?? '');
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

/** A paragraph with its line breaks. */
export function paragraphHtml(paragraph: string): Html {
  const lines = paragraph.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
  return html`<p>${lines}</p>`;
}

/** Whether a template tells the deadline itself. */
export const tellsDeadline = (modelo: MessageTemplate) => namesOf(modelo.corpo).includes('prazo');
