import type { PdfDocument } from '../core/document.ts';
import { isName, type PdfDict, PdfName, PdfStream, type PdfValue } from '../core/objects.ts';
import type { Page } from '../core/pages.ts';

/** What differs because of layers (ISO 32000-2 clause 8.11) and the like, with the pages concerned. */
export type Layers = {
  /** Layers that a viewer can switch on and off. */
  any: number[] | undefined;
  /** Layers that are off when the file opens. */
  hidden: number[] | undefined;
  /** Content shown differently on screen and in print, including images with a separate version for printing. */
  printed: number[] | undefined;
};

const MAX_GROUPS = 10_000;
/** The most resources searched for layers, including nested form XObjects. */
const MAX_RESOURCES = 20_000;
const MAX_DEPTH = 12;

/** Finds layers and the pages that use them. */
export function findLayers(document: PdfDocument, pages: readonly Page[]): Layers {
  const properties = document.dict(document.catalog().get('OCProperties'));
  const all = groupsOf(document, document.array(properties?.get('OCGs')));
  const { hidden, printed } = statesOf(document, properties, all);
  const uses = new Uses(document, all);
  const on = { any: [] as number[], hidden: [] as number[], printed: [] as number[] };
  pages.forEach((page, i) => {
    const { groups, alternates } = uses.of(page);
    if (groups.size > 0) on.any.push(i + 1);
    if ([...groups].some((group) => hidden.has(group))) on.hidden.push(i + 1);
    if (alternates || [...groups].some((group) => printed.has(group))) on.printed.push(i + 1);
  });
  return {
    any: all.size > 0 ? on.any : undefined,
    hidden: hidden.size > 0 ? on.hidden : undefined,
    printed: printed.size > 0 || on.printed.length > 0 ? on.printed : undefined,
  };
}

function groupsOf(document: PdfDocument, items: readonly PdfValue[] | undefined): Set<PdfDict> {
  return new Set((items ?? []).slice(0, MAX_GROUPS).flatMap((item) => document.dict(item) ?? []));
}

/**
 * Which layers are initially off, and which an event switches only for viewing or only for printing (clause 8.11.4.4).
 */
function statesOf(document: PdfDocument, properties: PdfDict | undefined, all: Set<PdfDict>) {
  const initial = document.dict(properties?.get('D'));
  const off = isName(document.resolve(initial?.get('BaseState')), 'OFF');
  const hidden = off ? new Set(all) : groupsOf(document, document.array(initial?.get('OFF')));
  if (off) for (const group of groupsOf(document, document.array(initial?.get('ON')))) hidden.delete(group);
  const printed = new Set<PdfDict>();
  const governed = new Map<PdfDict, Set<string>>();
  for (const item of (document.array(initial?.get('AS')) ?? []).slice(0, MAX_GROUPS)) {
    const usage = document.dict(item);
    const event = document.resolve(usage?.get('Event'));
    if (!(event instanceof PdfName)) continue;
    for (const group of groupsOf(document, document.array(usage?.get('OCGs')))) {
      governed.set(group, (governed.get(group) ?? new Set()).add(event.name));
    }
  }
  for (const group of all) {
    const state = (event: string, key: string): boolean => {
      const usage = document.dict(document.dict(document.dict(group.get('Usage'))?.get(event))) ?? new Map();
      const given = governed.get(group)?.has(event) ? document.resolve(usage.get(key)) : null;
      return given instanceof PdfName ? given.name !== 'OFF' : !hidden.has(group);
    };
    const seen = state('View', 'ViewState');
    if (seen !== state('Print', 'PrintState')) printed.add(group);
    if (!seen) hidden.add(group);
  }
  return { hidden, printed };
}

type Found = { groups: Set<PdfDict>; alternates: boolean };

/** The layers named in the resources of pages; each resource is examined once. */
class Uses {
  private readonly document: PdfDocument;
  private readonly all: Set<PdfDict>;
  private readonly known = new Map<PdfDict, Found>();
  private room = MAX_RESOURCES;

  constructor(document: PdfDocument, all: Set<PdfDict>) {
    this.document = document;
    this.all = all;
  }

  of(page: Page): Found {
    const found = { groups: new Set<PdfDict>(), alternates: false };
    this.merge(found, this.resources(this.document.dict(page.resources), 0));
    if (this.all.size === 0) return found;
    for (const item of (this.document.array(page.dict.get('Annots')) ?? []).slice(0, MAX_RESOURCES)) {
      this.membership(found, this.document.dict(item)?.get('OC'));
    }
    return found;
  }

  private resources(resources: PdfDict | undefined, depth: number): Found {
    const none = { groups: new Set<PdfDict>(), alternates: false };
    if (!resources || depth > MAX_DEPTH || --this.room < 0) return none;
    const known = this.known.get(resources);
    if (known) return known;
    const found = none;
    this.known.set(resources, found);
    for (const value of this.document.dict(resources.get('Properties'))?.values() ?? []) this.membership(found, value);
    for (const value of this.document.dict(resources.get('XObject'))?.values() ?? []) this.object(found, value, depth);
    return found;
  }

  private object(found: Found, value: PdfValue, depth: number): void {
    const object = this.document.resolve(value);
    if (!(object instanceof PdfStream)) return;
    this.membership(found, object.dict.get('OC'));
    for (const item of this.document.array(object.dict.get('Alternates')) ?? []) {
      if (this.document.resolve(this.document.dict(item)?.get('DefaultForPrinting')) === true) found.alternates = true;
    }
    this.merge(found, this.resources(this.document.dict(object.dict.get('Resources')), depth + 1));
  }

  /** A layer, or a membership dictionary over several (clause 8.11.2.2). */
  private membership(found: Found, value: PdfValue | undefined): void {
    const group = this.document.dict(value);
    if (!group) return;
    const members = this.document.array(group.get('OCGs')) ?? [group.get('OCGs') ?? value ?? null];
    for (const item of members.slice(0, MAX_GROUPS)) {
      const member = this.document.dict(item);
      if (member && this.all.has(member)) found.groups.add(member);
    }
  }

  private merge(into: Found, from: Found): void {
    for (const group of from.groups) into.groups.add(group);
    into.alternates ||= from.alternates;
  }
}
