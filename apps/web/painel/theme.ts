import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** Mantine dressed in the tokens of the kit, which follow the system's light or dark. */

/** Around `--brand` of the kit: its light tone is 7, its dark one 3. */
const marca: MantineColorsTuple = [
  '#edf3fe',
  '#dbe7fe',
  '#b9d2ff',
  '#8ab4ff',
  '#6a9bff',
  '#4a7ff5',
  '#2f66ea',
  '#1d4ed8',
  '#1a44bd',
  '#16399c',
];

/**
 * Grounds, lines and texts of the kit in the dark (`tokens.css`), where Mantine has greys of its own: for menus (6), what
 * is chosen (5), lines (4) and what is off (3).
 */
const dark: MantineColorsTuple = [
  '#eceff4',
  '#c9d0da',
  '#a9b3c1',
  '#8b96a5',
  '#343c49',
  '#2c333f',
  '#242a34',
  '#1b1f27',
  '#161a21',
  '#11141a',
];

/** Every colour by the kit's pairs, whose contrast holds on both grounds. */
const TONES: Readonly<Record<string, { strong: string; on: string; soft: string }>> = {
  marca: { strong: 'var(--brand)', on: 'var(--on-brand)', soft: 'var(--info-ground)' },
  red: { strong: 'var(--danger)', on: 'var(--surface)', soft: 'var(--danger-ground)' },
  green: { strong: 'var(--ok)', on: 'var(--surface)', soft: 'var(--ok-ground)' },
  yellow: { strong: 'var(--warn)', on: 'var(--surface)', soft: 'var(--warn-ground)' },
  gray: { strong: 'var(--muted)', on: 'var(--surface)', soft: 'var(--sunken)' },
};

const variants: VariantColorsResolver = (input) => {
  const tone = TONES[input.color ?? input.theme.primaryColor];
  const shade = `color-mix(in srgb, ${tone?.strong} 88%, var(--text))`;
  switch (tone && input.variant) {
    case 'filled':
      return { background: tone?.strong ?? '', hover: shade, color: tone?.on ?? '', border: '1px solid transparent' };
    case 'light':
      return { background: tone?.soft ?? '', hover: tone?.soft ?? '', color: tone?.strong ?? '', border: 'none' };
    case 'outline':
      return {
        background: 'transparent',
        hover: tone?.soft ?? '',
        color: tone?.strong ?? '',
        border: `1px solid ${tone?.strong}`,
      };
    case 'subtle':
      return { background: 'transparent', hover: tone?.soft ?? '', color: tone?.strong ?? '', border: 'none' };
    default:
      return defaultVariantColorsResolver(input);
  }
};

export const theme = createTheme({
  colors: { marca, dark },
  primaryColor: 'marca',
  primaryShade: { light: 7, dark: 3 },
  variantColorResolver: variants,
  fontFamily: 'var(--sans)',
  headings: { fontFamily: 'var(--sans)', fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        // Mantine's <header> would count as the page's banner.
        attributes: { header: { role: 'presentation' } },
      },
    },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md' } },
    Tooltip: { defaultProps: { withArrow: true, multiline: true, maw: 320, openDelay: 200 } },
  },
});

const shared = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-anchor': 'var(--brand-text)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-primary-color-contrast': 'var(--on-brand)',
  ...Object.fromEntries(
    [...Object.entries(TONES), ['primary', TONES.marca] as const].flatMap(([name, tone]) => {
      const prefix = name === 'primary' ? '--mantine-primary-color' : `--mantine-color-${name}`;
      return [
        [`${prefix}-filled`, tone?.strong],
        [`${prefix}-filled-hover`, tone?.strong],
        [`${prefix}-light`, tone?.soft],
        [`${prefix}-light-hover`, tone?.soft],
        [`${prefix}-light-color`, tone?.strong],
        [`${prefix}-outline`, tone?.strong],
      ];
    }),
  ),
};

export const resolver: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared });
