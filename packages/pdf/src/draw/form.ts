import { dict, name, type PdfDict, type PdfRef, type PdfValue } from '../core/objects.ts';
import { type PdfWriter, stream } from '../core/writer.ts';
import type { Box } from '../layout.ts';

/** Collects the resources of a piece of content while it is written. */
export class Resources {
  readonly fonts: PdfDict = new Map();
  readonly images: PdfDict = new Map();
  readonly states: PdfDict = new Map();
  readonly properties: PdfDict = new Map();

  /** Names an image, for use with `Do`. */
  image(ref: PdfRef): string {
    const key = `I${ref.num}`;
    this.images.set(key, ref);
    return key;
  }

  /** Names a graphics state of constant opacity, 0..1, for use with `gs`; strokes may have a different one. */
  opacity(value: number, lines = value): string {
    const key = `O${Math.round(value * 100)}L${Math.round(lines * 100)}`;
    this.states.set(key, dict({ ca: value, CA: lines }));
    return key;
  }

  /** Names a graphics state that darkens what is below, like a highlighter. */
  multiply(opacity: number): string {
    const key = `M${Math.round(opacity * 100)}`;
    this.states.set(key, dict({ ca: opacity, CA: opacity, BM: name('Multiply') }));
    return key;
  }

  /** Names a layer, or a membership dictionary, for marked content (clause 8.11.3.2). */
  layer(value: PdfValue): string {
    const key = `L${this.properties.size}`;
    this.properties.set(key, value);
    return key;
  }

  /** As a /Resources dictionary. */
  toDict(): PdfDict {
    return dict({
      Font: this.fonts.size ? this.fonts : undefined,
      XObject: this.images.size ? this.images : undefined,
      ExtGState: this.states.size ? this.states : undefined,
      Properties: this.properties.size ? this.properties : undefined,
    });
  }
}

/** Adds a form XObject (ISO 32000-2 clause 8.10): content drawn once and shown on any number of pages. */
export function addForm(writer: PdfWriter, box: Box, content: string, resources: Resources): PdfRef {
  const ref = writer.reserve();
  setForm(writer, ref, box, content, resources);
  return ref;
}

/** The same under a reserved number. @param key its /StructParents, if its pieces are tagged */
export function setForm(
  writer: PdfWriter,
  ref: PdfRef,
  box: Box,
  content: string,
  resources: Resources,
  key?: number,
): void {
  const entries = { Type: name('XObject'), Subtype: name('Form'), BBox: box, Resources: resources.toDict() };
  writer.set(ref, stream({ ...entries, StructParents: key }, content));
}
