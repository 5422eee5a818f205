import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatNumber as n } from '../src/core/writer.ts';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { pdfDate } from '../src/seal/seal.ts';
import { Sheets, type TextStyle } from '../src/typeset/sheets.ts';
import { ANNEX, CLAUSES, PARTIES, type Person, PREAMBLE, WITNESSES } from './contract-text.ts';
import { TEMPLATE } from './template-text.ts';

const TITLE: TextStyle = { style: 'bold', size: 15, color: '0.1 g' };
const HEADING: TextStyle = { style: 'bold', size: 10.5, color: '0.1 g' };
const BODY: TextStyle = { style: 'regular', size: 10, color: '0.1 g' };
const SMALL: TextStyle = { style: 'regular', size: 8, color: '0.4 g' };
const RULE = '0.35 g';

/** Sets the sample contract: clauses on portrait pages, a price table on a page turned by /Rotate, and signature lines last. */
function makeContract(): Uint8Array {
  const sheets = new Sheets(loadNodeFonts());
  // The bottom margin leaves room for the footer the service stamps.
  sheets.margin.bottom = 84;
  const width = sheets.measureWidth;
  const x = sheets.margin.left;
  sheets.row([{ ...TITLE, text: 'CONTRATO DE PRESTAÇÃO DE SERVIÇOS', x, width }], 2);
  sheets.row([{ ...SMALL, text: 'Nº 2026/0147 — Manutenção predial preventiva e corretiva', x, width }], 8);
  sheets.rule(RULE, 0.8, 14);
  for (const text of PREAMBLE) sheets.paragraph(text, BODY, { gap: 8, leading: 1.5 });
  for (const [title, paragraphs] of CLAUSES) {
    sheets.need(60);
    sheets.y -= 6;
    sheets.paragraph(title, HEADING, { gap: 5 });
    for (const text of paragraphs) sheets.paragraph(text, BODY, { gap: 7, leading: 1.5 });
  }
  drawAnnex(sheets);
  sheets.begin();
  drawSignatures(
    sheets,
    'E, por estarem assim justas e contratadas, as partes assinam este instrumento por meio eletrônico, com as testemunhas abaixo.',
    'Curitiba, 3 de novembro de 2026.',
    [PARTIES, WITNESSES],
  );
  return sheets.finish(
    {
      title: 'Contrato de prestação de serviços nº 2026/0147',
      author: 'Rubrica',
      createdOn: pdfDate(new Date('2026-11-03T12:00:00Z')),
    },
    (index, count) => {
      const page = `Contrato nº 2026/0147 · página ${index} de ${count}`;
      sheets.line({ ...SMALL, text: page, x: sheets.margin.left, width: sheets.measureWidth, align: 'right' }, 74);
    },
  );
}

function drawAnnex(sheets: Sheets): void {
  sheets.begin(true);
  const { left } = sheets.margin;
  const width = sheets.measureWidth;
  sheets.row([{ ...TITLE, text: 'ANEXO I — ESCOPO E PREÇOS', x: left, width }], 8);
  const parts = [0.06, 0.4, 0.2, 0.16, 0.18];
  const row = (texts: readonly string[], style: TextStyle): void => {
    let x = left;
    const cells = texts.map((text, i) => {
      const cell = {
        ...style,
        text,
        x: x + 4,
        width: width * (parts[i] ?? 0) - 8,
        align: i > 2 ? ('right' as const) : ('left' as const),
      };
      x += width * (parts[i] ?? 0);
      return cell;
    });
    sheets.row(cells, 5);
    sheets.draw(`${RULE} ${n(left)} ${n(sheets.y + 2)} ${n(width)} 0.4 re f\n`);
    sheets.y -= 3;
  };
  row(['Item', 'Serviço', 'Periodicidade', 'Quantidade', 'Valor mensal'], { ...HEADING, size: 9 });
  for (const line of ANNEX) row(line, { ...BODY, size: 9 });
}

/** Two signatures a row: a line, the name, and what the person signs as. */
function drawSignatures(sheets: Sheets, closing: string, place: string, pairs: readonly (readonly Person[])[]): void {
  const { left } = sheets.margin;
  const half = sheets.measureWidth / 2;
  sheets.paragraph(closing, BODY, { gap: 10, leading: 1.5 });
  sheets.paragraph(place, BODY, { gap: 70 });
  for (const pair of pairs) {
    pair.forEach((_, i) => {
      sheets.draw(`${RULE} ${n(left + i * half)} ${n(sheets.y)} ${n(half - 24)} 0.6 re f\n`);
    });
    sheets.y -= 5;
    for (const line of [0, 1, 2] as const) {
      const style = line === 0 ? { ...HEADING, size: 9.5 } : { ...SMALL, size: 8.5 };
      sheets.row(
        pair.map((person, i) => ({ ...style, text: person[line], x: left + i * half, width: half - 24 })),
        2,
      );
    }
    sheets.y -= 90;
  }
}

/** Sets the sample template: the contract on one page, with text tags where it changes from one use to the next. */
function makeTemplate(): Uint8Array {
  const sheets = new Sheets(loadNodeFonts());
  sheets.margin.bottom = 84;
  const { left } = sheets.margin;
  sheets.row([{ ...TITLE, text: 'CONTRATO DE PRESTAÇÃO DE SERVIÇOS', x: left, width: sheets.measureWidth }], 8);
  sheets.rule(RULE, 0.8, 14);
  for (const text of TEMPLATE.preamble) sheets.paragraph(text, BODY, { gap: 8, leading: 1.5 });
  for (const [title, text] of TEMPLATE.clauses) {
    sheets.y -= 4;
    sheets.paragraph(title, HEADING, { gap: 5 });
    sheets.paragraph(text, BODY, { gap: 6, leading: 1.5 });
  }
  sheets.y -= 8;
  drawSignatures(sheets, TEMPLATE.closing, TEMPLATE.place, [TEMPLATE.parties]);
  return sheets.finish(
    {
      title: 'Modelo de contrato de prestação de serviços',
      author: 'Rubrica',
      createdOn: pdfDate(new Date('2026-11-21T12:00:00Z')),
    },
    (index, count) => {
      const page = `página ${index} de ${count}`;
      sheets.line({ ...SMALL, text: page, x: left, width: sheets.measureWidth, align: 'right' }, 74);
    },
  );
}

writeFileSync(join(import.meta.dirname, 'contrato-exemplo.pdf'), makeContract());
writeFileSync(join(import.meta.dirname, 'modelo-exemplo.pdf'), makeTemplate());
