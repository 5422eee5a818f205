/** What Vite resolves besides TypeScript. */
declare module '*.css';
/** The classes of a sheet, each under its own name in camel case. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*?url' {
  const url: string;
  export default url;
}
declare module 'pdfjs-dist/build/pdf.min.mjs' {
  export * from 'pdfjs-dist';
}
declare module 'pdfjs-dist/legacy/build/pdf.min.mjs' {
  export * from 'pdfjs-dist';
}
declare module 'qrcode' {
  export interface QRCodeSegment {
    readonly data: string | Uint8Array;
    readonly mode: 'byte' | 'alphanumeric';
  }
  /** The modules of a symbol, row by row. */
  export function create(
    text: string | QRCodeSegment[],
    options: { errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H' },
  ): { modules: { size: number; data: Uint8Array; get(row: number, column: number): number } };
}

interface ImportMeta {
  readonly env: { readonly BASE_URL: string };
}
