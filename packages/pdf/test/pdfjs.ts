import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export type Node = { role: string; alt?: string; children: (Node | { type: 'content'; id: string })[] };

/** What pdf.js, which shares no code with this engine, reads from a file. */
export async function readWithPdfjs(bytes: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const file = await task.promise;
  try {
    const { info, metadata } = await file.getMetadata();
    const pages = await Promise.all(
      Array.from({ length: file.numPages }, async (_, i) => {
        const page = await file.getPage(i + 1);
        const { items } = await page.getTextContent({ includeMarkedContent: true });
        return { tree: (await page.getStructTree()) as Node | null, items };
      }),
    );
    return { info, metadata, pages, marked: await file.getMarkInfo(), attachments: await file.getAttachments() };
  } finally {
    await task.destroy();
  }
}
