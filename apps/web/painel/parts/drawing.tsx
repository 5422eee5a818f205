import styles from './drawing.module.css';

/** Parts of a drawing as paths in a box of 160 by 120: what lies behind, the thing, its details, and what the pen wrote. */
interface Strokes {
  readonly back?: string;
  readonly body: string;
  readonly detail?: string;
  readonly pen: string;
}

const SHEET = 'M50 10h56a9 9 0 0 1 9 9v82a9 9 0 0 1-9 9H50a9 9 0 0 1-9-9V19a9 9 0 0 1 9-9z';
const CARD = 'M34 28h92a9 9 0 0 1 9 9v56a9 9 0 0 1-9 9H34a9 9 0 0 1-9-9V37a9 9 0 0 1 9-9z';
/** A signature, which nobody reads. */
const SIGNATURE = 'c11-15 19-17 20-10s-10 14-4 14 11-15 17-15-1 12 6 12 8-8 14-8 4 7 10 7';

const DRAWINGS = {
  documento: { back: SHEET, body: SHEET, detail: 'M56 32h30M56 46h44M56 60h38', pen: `M22 94${SIGNATURE}` },
  modelo: {
    back: SHEET,
    body: SHEET,
    detail: 'M56 30h34M56 44h44',
    pen: 'M57 62h42M57 62v24M99 62v24M57 86h42M78 67v14M71 74h14',
  },
  envelope: {
    back: CARD,
    body: CARD,
    detail: 'M30 98l34-32M130 98L96 66',
    pen: 'M29 33C44 46 60 60 72 69c5 4 11 4 16 0 12-9 28-23 43-36',
  },
  person: {
    back: CARD,
    body: CARD,
    detail: 'M57 64a10 10 0 1 0 0-20 10 10 0 0 0 0 20zM39 88c1-11 8-17 18-17s17 6 18 17M92 50h28',
    pen: `M82 82c6-9 11-10 12-6s-6 8-2 8 7-9 10-9 0 7 4 7 5-5 8-5 3 4 6 4`,
  },
  chain: {
    body: 'M22 40h26a8 8 0 0 1 8 8v26a8 8 0 0 1-8 8H22a8 8 0 0 1-8-8V48a8 8 0 0 1 8-8zM112 40h26a8 8 0 0 1 8 8v26a8 8 0 0 1-8 8h-26a8 8 0 0 1-8-8V48a8 8 0 0 1 8-8z',
    detail: 'M26 56h18M26 66h12M116 56h18M116 66h12',
    pen: 'M56 62c8-17 16-17 24 0s16 17 24 0M97 55l7 7-10 3',
  },
  key: {
    back: CARD,
    body: 'M52 84a22 22 0 1 0 0-44 22 22 0 0 0 0 44z',
    detail: 'M52 68a6 6 0 1 0 0-12 6 6 0 0 0 0 12z',
    pen: 'M74 62c10-2 20 2 30 0s18-1 26 0M114 62c1 5 0 9 1 14M127 62c1 6 0 12 1 19',
  },
  bin: {
    body: 'M48 42h64l-5 60a9 9 0 0 1-9 8H62a9 9 0 0 1-9-8zM42 34a4 4 0 0 1 4-4h68a4 4 0 0 1 4 4v4a4 4 0 0 1-4 4H46a4 4 0 0 1-4-4zM68 30v-6a6 6 0 0 1 6-6h12a6 6 0 0 1 6 6v6',
    detail: 'M66 56l2 38M94 56l-2 38',
    pen: 'M80 96c0-12-1-24 0-38M70 68c4-3 7-6 10-11 3 5 6 8 10 11',
  },
  search: {
    back: SHEET,
    body: SHEET,
    detail: 'M56 28h40M56 42h24M56 96h34',
    pen: 'M82 88a20 20 0 1 0-1-40 20 20 0 0 0 1 40zM97 83c8 7 16 14 25 23',
  },
  inbox: {
    body: 'M22 68l16-34a10 10 0 0 1 9-6h66a10 10 0 0 1 9 6l16 34v28a10 10 0 0 1-10 10H32a10 10 0 0 1-10-10z',
    detail: 'M22 68h34c2 10 10 15 24 15s22-5 24-15h34',
    pen: `M48 54${SIGNATURE}`,
  },
  chart: {
    back: CARD,
    body: CARD,
    detail: 'M42 90V74M60 90V66M78 90V78M96 90V62M114 90V70',
    pen: 'M38 62c10-14 16-12 22-6s10 8 18-2 12-16 20-11 10 9 22-5',
  },
  shield: {
    body: 'M80 10l42 15v32c0 27-18 44-42 52-24-8-42-25-42-52V25z',
    detail: 'M80 24l29 10v23c0 18-11 31-29 38',
    pen: 'M69 62h22a4 4 0 0 1 4 4v14a4 4 0 0 1-4 4H69a4 4 0 0 1-4-4V66a4 4 0 0 1 4-4zM71 62v-8c0-13 18-13 18 0v8',
  },
  clock: {
    body: 'M80 108a48 48 0 1 0 0-96 48 48 0 0 0 0 96z',
    detail: 'M80 22v6M80 92v6M42 60h6M112 60h6',
    pen: 'M80 38c-1 8 0 15 0 23 7 4 12 8 19 14',
  },
  tick: { back: SHEET, body: SHEET, detail: 'M56 30h44M56 44h30', pen: 'M56 78c6 5 10 10 15 18 9-20 22-38 46-54' },
} as const satisfies Record<string, Strokes>;

export type DrawingName = keyof typeof DRAWINGS;

/** A drawing where there is nothing yet, by the pen that writes the mark; the words beside it say what it means. */
export function Drawing({ name }: { readonly name: DrawingName }) {
  const { back, body, detail, pen }: Strokes = DRAWINGS[name];
  return (
    <svg className={styles.drawing} width={160} height={120} viewBox="0 0 160 120" aria-hidden="true" focusable="false">
      {back && <path className={styles.back} d={back} transform="rotate(6 80 60)" />}
      <path className={styles.body} d={body} />
      {detail && <path className={styles.detail} d={detail} />}
      <path className={styles.pen} d={pen} />
    </svg>
  );
}
