const PATHS = {
  home: 'M4 11l8-7 8 7v9H4zM10 20v-6h4v6',
  documento: 'M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5',
  pasta: 'M3 6h6l2 2h10v11H3z',
  pastaOpen: 'M3 19V6h6l2 2h9v3M3 19l3-8h16l-3 8z',
  person: 'M12 12a4 4 0 100-8 4 4 0 000 8zm-7 9c0-4 3-6 7-6s7 2 7 6',
  search: 'M10.5 17a6.5 6.5 0 100-13 6.5 6.5 0 000 13zm5-1.5L21 21',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  plus: 'M12 5v14M5 12h14',
  send: 'M4 12l16-8-5 16-3-7z',
  resend: 'M4 12a8 8 0 0114-5l2 2M20 4v5h-5M20 12a8 8 0 01-14 5l-2-2M4 20v-5h5',
  cancel: 'M12 21a9 9 0 100-18 9 9 0 000 18zM9 9l6 6M15 9l-6 6',
  move: 'M3 6h6l2 2h10v11H3zM9 13.5h7m-3-3l3 3-3 3',
  download: 'M12 4v11m-5-5l5 5 5-5M5 20h14',
  goUp: 'M12 20V9m-5 5l5-5 5 5M5 4h14',
  bin: 'M5 7h14M9 7V4h6v3m-8 0l1 13h8l1-13M10 11v5M14 11v5',
  edit: 'M4 20l4-1L19 8l-3-3L5 16zM14 7l3 3',
  shield: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6z',
  clock: 'M12 7v5l3.5 2M12 3a9 9 0 100 18 9 9 0 000-18z',
  alert: 'M12 8v5m0 3.5v.01M12 3l9.5 17h-19z',
  tick: 'M4 12.5l5 5L20 6.5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  key: 'M8 15a4 4 0 110-8 4 4 0 010 8zm3.5-5.5L21 9l0 3m-4-3v3',
  leave: 'M14 4h5v16h-5M4 12h11m-4-4l4 4-4 4',
  back: 'M15 5l-7 7 7 7',
  handle: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  low: 'M6 9l6 6 6-6',
  right: 'M9 6l6 6-6 6',
  link: 'M10 14a4 4 0 006 0l3-3a4 4 0 00-6-6l-1 1m2 4a4 4 0 00-6 0l-3 3a4 4 0 006 6l1-1',
  configure:
    'M4 7h10m4 0h2M4 17h2m4 0h10M16 9.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5zm-8 10a2.5 2.5 0 100-5 2.5 2.5 0 000 5z',
  chart: 'M4 20h16M7 17v-5m5 5V6m5 11v-8',
  chain: 'M8 4v5m8-5v5M6 9h12v3a6 6 0 01-12 0zm6 9v3',
  frame: 'M3 5h18v14H3zM3 9h18M8 12h8v4H8z',
  inbox: 'M4 13l3-8h10l3 8v6H4zm0 0h5a3 3 0 006 0h5',
  modelo: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 16.5h7m-3.5-3.5v7',
  envelope: 'M3 6h18v12H3zM3 7l9 7 9-7',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
} as const;

/** Made of dots, which are as thick as the line is. */
const DOTTED: readonly string[] = ['more', 'handle'];

export type IconName = keyof typeof PATHS;

/** A drawn sign of the panel; it says nothing to a screen reader, the text beside it does. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      className={DOTTED.includes(name) ? 'icon dotted' : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
