/** A PDF of so many empty A4 pages, with a correct cross-reference table; `extra` goes in as one more stream object. */
export function tinyPdf(pages = 1, extra: Buffer = Buffer.alloc(0)): Buffer {
  const kids = Array.from({ length: pages }, (_, i) => `${i + 4} 0 R`).join(' ');
  const objects: Array<string | Buffer> = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages}/MediaBox[0 0 595 842]>>`,
    Buffer.concat([Buffer.from(`<</Length ${extra.length}>>\nstream\n`), extra, Buffer.from('\nendstream')]),
    ...Array.from({ length: pages }, () => '<</Type/Page/Parent 2 0 R>>'),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let offset = 9;
  const entries: string[] = [];
  objects.forEach((object, i) => {
    const part = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    entries.push(`${String(offset).padStart(10, '0')} 00000 n \n`);
    parts.push(part);
    offset += part.length;
  });
  const size = objects.length + 1;
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`));
  parts.push(Buffer.from(`trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${offset}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** One of so many bytes; its filling is so long that every length written in the file has eight digits. */
export function pdfOfSize(size: number): Buffer {
  const filling = 10 * 1024 * 1024;
  const overhead = tinyPdf(1, Buffer.alloc(filling)).length - filling;
  return tinyPdf(1, Buffer.alloc(size - overhead, 'x'));
}
