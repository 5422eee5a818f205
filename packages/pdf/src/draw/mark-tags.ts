import { type Box, type Matrix, type PageGeometry, placeField, seenToUser } from '../layout.ts';
import type { Mark } from './marks.ts';
import type { Tag } from './structure.ts';

/** Collects, while the marks of one page are drawn, what they mean to assistive technology. */
export class MarkTags {
  readonly tags: Tag[] = [];
  private readonly page: PageGeometry;

  constructor(page: PageGeometry) {
    this.page = page;
  }

  /** Tags the content of a mark as the next piece. */
  readonly wrap = (mark: Mark, content: string): string => {
    const tag = tagOf(mark, this.page);
    this.tags.push(tag);
    return `/${tag.kind} <</MCID ${this.tags.length - 1}>> BDC\n${content}EMC\n`;
  };
}

function tagOf(mark: Mark, page: PageGeometry): Tag {
  const box = userBox(page, mark);
  switch (mark.kind) {
    case 'text':
      return { kind: 'P', box };
    case 'check':
      return { kind: 'Figure', says: mark.checked ? 'Caixa marcada' : 'Caixa desmarcada', box };
    case 'image':
      return { kind: 'Figure', says: 'Imagem preenchida no campo', box };
    case 'signature':
      return {
        kind: 'Figure',
        says: ['Assinatura', mark.text, ...(mark.caption ?? [])].filter(Boolean).join(', '),
        box,
      };
  }
}

function userBox(page: PageGeometry, mark: Mark): Box {
  const { x, y, width, height } = placeField(page, mark.at);
  const matrix = seenToUser(page);
  const [ax, ay] = applied(matrix, x, y);
  const [bx, by] = applied(matrix, x + width, y + height);
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
}

const applied = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];
