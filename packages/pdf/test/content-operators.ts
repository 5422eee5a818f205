/** An operator of a content stream with its operands as written: `/F0`, `12`, `<0041>`, `<</MCID 3>>`. */
export type Operator = { name: string; operands: string[] };

const TOKEN =
  /<<(?:[^<>]|<[0-9A-Fa-f]*>|<<[^<>]*>>)*>>|<[0-9A-Fa-f\s]*>|\[[^\]]*\]|\((?:\\.|[^\\()])*\)|\/[^\s<>[\]()/%]*|[^\s<>[\]()/%]+/g;

/** Splits a content stream as written by this engine: without comments, inline images and nested strings. */
export function operatorsOf(content: string): Operator[] {
  const operators: Operator[] = [];
  let operands: string[] = [];
  for (const [token] of content.matchAll(TOKEN)) {
    if (/^(?:[-+.\d]|[<[(/])/.test(token) || token === 'true' || token === 'false') operands.push(token);
    else {
      operators.push({ name: token, operands });
      operands = [];
    }
  }
  return operators;
}
