/** A file whose structure cannot be followed. */
export class PdfSyntaxError extends Error {
  override readonly name = 'PdfSyntaxError';
}

/** A file that would take more memory or work than the engine allows any file (decompression bombs, giant tables). */
export class PdfBudgetError extends Error {
  override readonly name = 'PdfBudgetError';
}
