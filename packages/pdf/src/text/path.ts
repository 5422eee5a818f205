import type { Box } from '../layout.ts';
import type { ContentLexer } from './lexer.ts';

/** The most straight lines kept for one path. */
const MAX_LINES = 5_000;

/** A path under construction (ISO 32000-2 clause 8.5.2), as far as its bounds and its straight lines are concerned. */
export class Path {
  bounds: Box | undefined;
  private lines: Box[] = [];
  /** Rectangles so thin that, when filled, they are lines; many programs draw lines that way. */
  private bars: Box[] = [];
  private x = 0;
  private y = 0;

  /** Takes an operator's operands as points; curves by their control points, which enclose them. */
  points(lexer: ContentLexer, count: number): void {
    for (let i = 0; i < count; i++) this.extend(lexer.number(2 * i), lexer.number(2 * i + 1));
  }

  lineTo(lexer: ContentLexer): void {
    const [x, y] = [lexer.number(0), lexer.number(1)];
    if (this.lines.length < MAX_LINES) this.lines.push([this.x, this.y, x, y]);
    this.extend(x, y);
  }

  /** @param thin the greatest thickness of a bar that still counts as a line */
  rectangle(lexer: ContentLexer, thin: number): void {
    const [x, y] = [lexer.number(0), lexer.number(1)];
    const [right, top] = [x + lexer.number(2), y + lexer.number(3)];
    this.extend(right, top);
    this.extend(x, y);
    if (this.lines.length >= MAX_LINES) return;
    this.lines.push([x, y, right, y], [x, top, right, top], [x, y, x, top], [right, y, right, top]);
    if (Math.min(Math.abs(right - x), Math.abs(top - y)) <= thin) this.bars.push([x, y, right, top]);
  }

  /** The straight lines visible when the path is painted. */
  drawn(stroked: boolean, filled: boolean): Box[] {
    return [...(stroked ? this.lines : []), ...(filled ? this.bars : [])];
  }

  clear(): void {
    if (!this.bounds) return;
    this.bounds = undefined;
    this.lines = [];
    this.bars = [];
  }

  private extend(x: number, y: number): void {
    const { bounds } = this;
    if (bounds) {
      bounds[0] = Math.min(bounds[0], x);
      bounds[1] = Math.min(bounds[1], y);
      bounds[2] = Math.max(bounds[2], x);
      bounds[3] = Math.max(bounds[3], y);
    } else this.bounds = [x, y, x, y];
    this.x = x;
    this.y = y;
  }
}
