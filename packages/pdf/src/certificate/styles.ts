import type { TextStyle } from '../typeset/sheets.ts';

/** Fill colours: the blue-black of headings, the grey of rules, and the background of highlighted parts. */
export const ACCENT = '0.07 0.14 0.35 rg';
export const RULE = '0.78 g';
export const HAIR = '0.88 g';
export const GROUND = '0.945 0.953 0.972 rg';

/** Margins of a certificate's pages. */
export const MARGIN = { left: 54, right: 54, top: 68, bottom: 64 };

export const TITLE: TextStyle = { style: 'bold', size: 22, color: ACCENT };
export const HEADING: TextStyle = { style: 'bold', size: 11.5, color: ACCENT };
export const STRONG: TextStyle = { style: 'bold', size: 9.5, color: '0.1 g' };
export const BODY: TextStyle = { style: 'regular', size: 8.5, color: '0.12 g' };
export const LABEL: TextStyle = { style: 'regular', size: 8.5, color: '0.34 g' };
export const FINE: TextStyle = { style: 'regular', size: 7, color: '0.34 g' };
