import { dict, name, type PdfDict, type PdfRef } from '../core/objects.ts';
import { type PdfWriter, stream } from '../core/writer.ts';
import type { Box } from '../layout.ts';

/** The resources a piece of content gathers while it is written. */
export class Resources {
  readonly fonts: PdfDict = new Map();
  readonly images: PdfDict = new Map();
  readonly states: PdfDict = new Map();

  /** Names an image for use with `Do`. */
  image(ref: PdfRef): string {
    const key = `I${ref.num}`;
    this.images.set(key, ref);
    return key;
  }

  /** Names a graphics state of constant opacity, 0..1, for use with `gs`. */
  opacity(value: number): string {
    const key = `O${Math.round(value * 100)}`;
    this.states.set(key, dict({ ca: value, CA: value }));
    return key;
  }

  /** As a /Resources dictionary. */
  toDict(): PdfDict {
    return dict({
      Font: this.fonts.size ? this.fonts : undefined,
      XObject: this.images.size ? this.images : undefined,
      ExtGState: this.states.size ? this.states : undefined,
    });
  }
}

/** Adds a form XObject (ISO 32000-2 clause 8.10): content drawn once and shown on any number of pages. */
export function addForm(writer: PdfWriter, box: Box, content: string, resources: Resources): PdfRef {
  return writer.add(
    stream({ Type: name('XObject'), Subtype: name('Form'), BBox: box, Resources: resources.toDict() }, content),
  );
}
