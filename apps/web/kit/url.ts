/** A whole address, or null. `URL.canParse` is missing in browsers that the pages promise to work in. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
