import type { PdfRef } from '../core/objects.ts';
import { formatNumber as n, type PdfWriter } from '../core/writer.ts';
import type { PageGeometry } from '../layout.ts';
import { addForm, Resources } from './form.ts';
import type { FontUse } from './text.ts';

/** The share of the page's diagonal that the text spans, and how opaque it is. */
const SPAN = 0.78;
const OPACITY = 0.22;
/** A light outline around grey letters: whatever the paper's colour, one of the two is visible. */
const EDGE = 0.4;
const EDGE_WIDTH = 0.025;

/** A text across the page, drawn once for each page size. */
export class Watermark {
  private readonly writer: PdfWriter;
  private readonly text: FontUse;
  private readonly words: string;
  private readonly forms = new Map<string, PdfRef>();

  constructor(writer: PdfWriter, text: FontUse, words: string) {
    this.writer = writer;
    this.text = text;
    this.words = words;
  }

  /** The form for a page of this size, in visible space. */
  form(page: PageGeometry): PdfRef {
    const key = `${page.width.toFixed(2)} ${page.height.toFixed(2)}`;
    let form = this.forms.get(key);
    if (!form) {
      form = this.draw(page.width, page.height);
      this.forms.set(key, form);
    }
    return form;
  }

  private draw(width: number, height: number): PdfRef {
    const resources = new Resources();
    const diagonal = Math.hypot(width, height);
    const wide = this.text.measure('bold')(this.words);
    const size = Math.min((diagonal * SPAN) / wide, Math.min(width, height) * 0.16);
    const cos = width / diagonal;
    const sin = height / diagonal;
    const content =
      `q /${resources.opacity(OPACITY, EDGE)} gs 0.5 g 1 G ${n(size * EDGE_WIDTH)} w 2 Tr ${n(cos)} ${n(sin)} ${n(-sin)} ${n(cos)} ${n(width / 2)} ${n(height / 2)} cm\n` +
      `${this.text.line(resources.fonts, 'bold', this.words, size, (-wide * size) / 2, -size * 0.35)}Q\n`;
    return addForm(this.writer, [0, 0, width, height], content, resources);
  }
}
