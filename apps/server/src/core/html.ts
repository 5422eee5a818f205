/** Escapes text for HTML content and for attribute values in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** HTML that is already safe, as produced by `html`. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | readonly Html[] | null;

/** A template whose values are escaped unless they are HTML themselves. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  const render = (value: Part): string => {
    if (value === null) return '';
    if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
    return 'html' in value ? value.html : value.map(({ html }) => html).join('');
  };
  return { html: strings.reduce((text, part, index) => text + render(values[index - 1] ?? null) + part) };
}
