const PATHS = {
  undo: 'M9 7L4 12l5 5M4 12h11a5 5 0 015 5v1',
  redo: 'M15 7l5 5-5 5M20 12H9a5 5 0 00-5 5v1',
  eye: 'M2 12c4-8 16-8 20 0-4 8-16 8-20 0zm10 3a3 3 0 100-6 3 3 0 000 6z',
  magnet: 'M6 3v9a6 6 0 0012 0V3h-4v9a2 2 0 01-4 0V3zM6 7h4m4 0h4',
  handle: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M7 14h10',
  cloud: 'M7 18h10a4 4 0 001-7.900A6 6 0 006.500 9 4.500 4.500 0 007 18z',
  cloudOff: 'M4 4l16 16M7 18h10M6.500 9A4.500 4.500 0 007 18m11-7.900A6 6 0 0010 5.500',
  left: 'M4 3v18M8 7h12M8 15h7',
  center: 'M12 3v18M6 7h12M8 15h8',
  right: 'M20 3v18M4 7h12M9 15h7',
  top: 'M3 4h18M7 8v12M15 8v7',
  middle: 'M3 12h18M8 5v14M16 8v8',
  bottom: 'M3 20h18M7 4v12M15 9v7',
  distributeX: 'M4 3v18M20 3v18M12 7v10',
  distributeY: 'M3 4h18M3 20h18M7 12h10',
  padlock: 'M7 11V8a5 5 0 0110 0v3m-11 0h12v9H6z',
  persons:
    'M9 11a3.500 3.500 0 100-7 3.500 3.500 0 000 7zm-7 9c0-4 3-6 7-6s7 2 7 6M16 4.500a3.500 3.500 0 010 6.500m2 3.500c2.500.700 4 2.500 4 5.500',
  campos: 'M4 5h16v5H4zM4 14h9v5H4zM17 14h3v5h-3z',
  settings:
    'M4 7h10m4 0h2M4 17h2m4 0h10M16 9.500a2.500 2.500 0 100-5 2.500 2.500 0 000 5zm-8 10a2.500 2.500 0 100-5 2.500 2.500 0 000 5z',
  paginas: 'M8 3h12v14H8zM4 7v14h12',
  duplicate: 'M9 9h11v11H9zM5 15H4V4h11v1',
  close: 'M6 6l12 12M18 6L6 18',
} as const;

export type FigureName = keyof typeof PATHS;

/** Signs only the editor has; what stands beside them says what they mean. */
export function Figure({ name, size = 18 }: { readonly name: FigureName; readonly size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
