import type { TextStyle } from '../typeset/sheets.ts';

/** Fill colours: the blue-black of the headings, the greys of rules and labels. */
export const ACCENT = '0.07 0.14 0.35 rg';
export const RULE = '0.78 g';

export const TITLE: TextStyle = { style: 'bold', size: 20, color: ACCENT };
export const HEADING: TextStyle = { style: 'bold', size: 11, color: ACCENT };
export const STRONG: TextStyle = { style: 'bold', size: 9.5, color: '0.1 g' };
export const BODY: TextStyle = { style: 'regular', size: 8.5, color: '0.12 g' };
export const LABEL: TextStyle = { style: 'regular', size: 8.5, color: '0.42 g' };
export const FINE: TextStyle = { style: 'regular', size: 7, color: '0.42 g' };
