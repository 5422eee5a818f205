import type { TipoCampo } from '@rubrica/contract';

const PATHS: Readonly<Record<TipoCampo, string>> = {
  ASSINATURA: 'M3 17c3-1 4-11 7-11s-1 11 2 11 2-5 4-5 1 4 5 4M3 21h18',
  RUBRICA: 'M5 18V6h6a3 3 0 010 6H5m5 0l5 6m3-9v9',
  NOME: 'M12 12a4 4 0 100-8 4 4 0 000 8zm-7 9c0-4 3-6 7-6s7 2 7 6',
  DATA: 'M4 6h16v14H4zM4 10h16M8 3v4m8-4v4',
  CPF: 'M3 5h18v14H3zM7 10h4m-4 4h4m4-5a2 2 0 110 4 2 2 0 010-4zm-3 7c1-2 5-2 6 0',
  CNPJ: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  EMAIL: 'M3 6h18v12H3zM3 7l9 7 9-7',
  TEXTO: 'M5 6h14M12 6v13m-3 0h6',
  CHECKBOX: 'M4 4h16v16H4zM8 12l3 3 5-6',
  IMAGEM: 'M4 5h16v14H4zM4 16l5-5 5 5 2-2 4 4M15 9h.01',
};

/** The sign of a type of field. */
export function Signal({ tipo, size = '1.2em' }: { readonly tipo: TipoCampo; readonly size?: number | string }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[tipo]} />
    </svg>
  );
}
