const KEPT_MS = 60_000;

/** Hands out a file made on the page as a download of the browser's. */
export function handOver(nome: string, conteudo: BlobPart, tipo: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([conteudo], { type: tipo }));
  link.download = nome;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
