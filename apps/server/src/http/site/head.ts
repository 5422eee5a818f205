import { MARK_RADIUS, MARK_STROKE, MARK_WIDTH } from '@rubrica/web/kit/mark';
import { TYPEFACE } from '@rubrica/web/typeface';
import { type Html, html } from '../../core/html.ts';

/** The icon of every page, and the picture shown where somebody shares an address. */
export const ICON_PATH = '/favicon.svg';
export const TOUCH_ICON_PATH = '/apple-touch-icon.png';
export const PREVIEW_PATH = '/assets/marca/rubrica.png';

/** The mark, in the colours of the page. */
export const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect fill="var(--brand)" width="32" height="32" rx="${MARK_RADIUS}"/><path d="${MARK_STROKE}" fill="none" stroke="var(--on-brand)" stroke-width="${MARK_WIDTH}" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** What is shown where somebody shares an address of ours. */
export interface SharedAddress {
  /** Of the installation, for the picture's address. */
  readonly origin: string;
  readonly title: string;
  readonly description: string;
}

/**
 * What the head of every page has, of whichever bundle or server: icon, typeface, colour of the browser's bar.
 * @param shared what a messenger shows of the address; a page behind a personal link says nothing of its document
 */
export const pageHead = (
  shared: SharedAddress | null,
): Html => html`<link rel="icon" href="${ICON_PATH}" type="image/svg+xml">
<link rel="apple-touch-icon" href="${TOUCH_ICON_PATH}">
<link rel="preload" href="${TYPEFACE.path}" as="font" type="font/woff2" crossorigin>
<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#1b1f27" media="(prefers-color-scheme: dark)">${shared && preview(shared)}`;

const preview = ({ origin, title, description }: SharedAddress): Html => html`
<meta name="description" content="${description}">
<meta property="og:site_name" content="Rubrica">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:image" content="${origin}${PREVIEW_PATH}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">`;
