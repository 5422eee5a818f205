/** Files of parts that are here, or on their way. */
const arriving = new Map<string, Promise<void>>();

/**
 * Imports a part of the page once every file of it is here. A browser remembers of a module that it did not come, and does not ask
 * for it a second time: after one break of the line the part would be missing until somebody opens the page anew. What is only
 * fetched may be fetched again. The build puts this around every dynamic import (scripts/vite.ts).
 * @param files of the part and of what it imports, beside this one
 * @throws where one does not come; the next call asks again
 */
export async function importWhole<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map(arrive));
  return load();
}

function arrive(file: string): Promise<void> {
  const url = new URL(file, import.meta.url).href;
  const known = arriving.get(url);
  if (known) return known;
  const coming = url.endsWith('.css') ? applySheet(url) : keepScript(url);
  arriving.set(url, coming);
  coming.catch(() => arriving.delete(url));
  return coming;
}

/** Has the browser keep a script, which the import then finds: files of a build never change. */
async function keepScript(url: string): Promise<void> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} for ${url}`);
  // Only what was read to its end is kept.
  await answer.arrayBuffer();
}

function applySheet(url: string): Promise<void> {
  return new Promise((done, fail) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = url;
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      fail(new Error(`no sheet at ${url}`));
    };
    document.head.append(link);
  });
}
