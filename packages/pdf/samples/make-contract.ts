import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { LEADING } from '../src/layout.ts';
import { Flow, stack } from '../src/typeset/flow.ts';
import { Sheets, type TextStyle } from '../src/typeset/sheets.ts';
import type { Element } from '../src/typeset/structure.ts';
import { ANNEX, CLAUSES, PARTIES, type Person, PREAMBLE, WITNESSES } from './contract-text.ts';
import { TEMPLATE } from './template-text.ts';

const TITLE: TextStyle = { style: 'bold', size: 15, color: '0.1 g' };
const HEADING: TextStyle = { style: 'bold', size: 10.5, color: '0.1 g' };
const BODY: TextStyle = { style: 'regular', size: 10, color: '0.1 g' };
const SMALL: TextStyle = { style: 'regular', size: 8, color: '0.4 g' };
const RULE = '0.35 g';

/**
 * Typesets the sample contract: clauses on portrait pages, a price table on a page rotated with /Rotate, and the
 * signature lines last.
 */
function makeContract(): Uint8Array {
  const sheets = newSheets();
  const flow = new Flow(sheets);
  setTitle(flow, 'CONTRATO DE PRESTAÇÃO DE SERVIÇOS', 'Nº 2026/0147 — Manutenção predial preventiva e corretiva');
  for (const text of PREAMBLE) paragraph(flow, text, 8);
  for (const [title, paragraphs] of CLAUSES) {
    flow.section();
    flow.heading(title, HEADING, sheets.structure.add('H2'), { above: 6, under: 5 });
    for (const text of paragraphs) paragraph(flow, text, 7);
  }
  flow.page(true);
  addAnnex(flow);
  flow.page();
  addSignatures(
    flow,
    'E, por estarem assim justas e contratadas, as partes assinam este instrumento por meio eletrônico, com as testemunhas abaixo.',
    'Curitiba, 3 de novembro de 2026.',
    [PARTIES, WITNESSES],
  );
  flow.set();
  return finish(sheets, 'Contrato de prestação de serviços nº 2026/0147', '2026-11-03', 'Contrato nº 2026/0147 · ');
}

function newSheets(): Sheets {
  // The bottom margin leaves room for the footer the service stamps.
  return new Sheets(loadNodeFonts(), { left: 56, right: 56, top: 52, bottom: 84 });
}

function finish(sheets: Sheets, title: string, day: string, foot: string): Uint8Array {
  const createdOn = new Date(`${day}T12:00:00Z`);
  return sheets.finish({ title, author: 'Rubrica', createdOn }, (index, count) => {
    const text = `${foot}página ${index} de ${count}`;
    const place = { x: sheets.margin.left, width: sheets.measureWidth, align: 'right' as const };
    sheets.line({ ...SMALL, text, ...place }, 74, 'Pagination');
  });
}

function setTitle(flow: Flow, text: string, under?: string): void {
  const { structure } = flow.sheets;
  const rule = flow.rule(RULE, 0.8, 14);
  const only = under === undefined;
  flow.heading(text, TITLE, structure.add('H1'), { above: 0, under: only ? 8 : 2 }, only ? rule : undefined);
  if (!only) flow.heading(under, SMALL, structure.add('P'), { above: 0, under: 8 }, rule);
}

function paragraph(flow: Flow, text: string, gap: number, leading = 1.5): void {
  flow.paragraph(text, BODY, flow.sheets.structure.add('P'), { gap, leading });
}

function addAnnex(flow: Flow): void {
  const { left, width } = flow;
  const { structure } = flow.sheets;
  flow.heading('ANEXO I — ESCOPO E PREÇOS', TITLE, structure.add('H1'), { above: 0, under: 8 });
  const parts = [0.06, 0.4, 0.2, 0.16, 0.18];
  const table = structure.add('Table');
  const row = (texts: readonly string[], style: TextStyle, role: 'TH' | 'TD'): void => {
    const owner = table.add('TR');
    let x = left;
    const cells = texts.map((text, i) => {
      const place = { x: x + 4, width: width * (parts[i] ?? 0) - 8 };
      x += width * (parts[i] ?? 0);
      return {
        ...style,
        text,
        ...place,
        align: i > 2 ? ('right' as const) : ('left' as const),
        owner: owner.add(role),
      };
    });
    flow.add({ strips: [stack([...flow.row(cells, 3), flow.rule(RULE, 0.4, 5)])], tearing: 0 });
  };
  row(['Item', 'Serviço', 'Periodicidade', 'Quantidade', 'Valor mensal'], { ...HEADING, size: 9 }, 'TH');
  for (const line of ANNEX) row(line, { ...BODY, size: 9 }, 'TD');
}

/** Two signatures per row: a line, the name, and the capacity in which the person signs. */
function addSignatures(flow: Flow, closing: string, place: string, pairs: readonly (readonly Person[])[]): void {
  const { left, sheets } = flow;
  const half = flow.width / 2;
  paragraph(flow, closing, 10);
  paragraph(flow, place, 70, LEADING * 1.08);
  for (const pair of pairs) {
    const owners = pair.map(() => sheets.structure.add('P'));
    const lines = ([0, 1, 2] as const).flatMap((line) => {
      const style = line === 0 ? { ...HEADING, size: 9.5 } : { ...SMALL, size: 8.5 };
      const cells = pair.map((person, i) => {
        return { ...style, text: person[line], x: left + i * half, width: half - 24, owner: owners[i] as Element };
      });
      return flow.row(cells, 2);
    });
    const under = stack(lines);
    const draw = (top: number): void => {
      pair.forEach((_, i) => {
        sheets.fill(RULE, left + i * half, top, half - 24, 0.6);
      });
      under.draw(top - 5);
    };
    flow.add({ strips: [{ ...under, height: under.height + 5, gap: 90, draw }], tearing: 0 });
  }
}

/** Typesets the sample template: a one-page contract with text tags for what varies. */
function makeTemplate(): Uint8Array {
  const sheets = newSheets();
  const flow = new Flow(sheets);
  setTitle(flow, 'CONTRATO DE PRESTAÇÃO DE SERVIÇOS');
  for (const text of TEMPLATE.preamble) paragraph(flow, text, 8);
  for (const [title, text] of TEMPLATE.clauses) {
    flow.heading(title, HEADING, sheets.structure.add('H2'), { above: 4, under: 5 });
    paragraph(flow, text, 6);
  }
  flow.white(8);
  addSignatures(flow, TEMPLATE.closing, TEMPLATE.place, [TEMPLATE.parties]);
  flow.set();
  return finish(sheets, 'Modelo de contrato de prestação de serviços', '2026-11-21', '');
}

writeFileSync(join(import.meta.dirname, 'contrato-exemplo.pdf'), makeContract());
writeFileSync(join(import.meta.dirname, 'modelo-exemplo.pdf'), makeTemplate());
