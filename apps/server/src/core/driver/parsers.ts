import { types } from 'pg';

export type Parse = (text: string) => unknown;

const number: Parse = Number;
const same: Parse = (text) => text;
const moment: Parse = (text) => new Date(text);
const json: Parse = (text) => JSON.parse(text);
const bytes: Parse = (text) => Buffer.from(text.slice(2), 'hex');
const bool: Parse = (text) => text === 't';

/** A type's OID, its array type's OID, and how its text is parsed. */
const TYPES: readonly (readonly [type: number, array: number, parse: Parse])[] = [
  [16, 1000, bool],
  [17, 1001, bytes],
  [20, 1016, number],
  [21, 1005, number],
  [23, 1007, number],
  [26, 1028, number],
  [700, 1021, number],
  [701, 1022, number],
  [114, 199, json],
  [3802, 3807, json],
  [1114, 1115, moment],
  [1184, 1185, moment],
  // A date is YYYY-MM-DD, and a numeric may have more digits than a number.
  [1082, 1182, same],
  [1700, 1231, same],
  [18, 1002, same],
  [19, 1003, same],
  [25, 1009, same],
  [1042, 1014, same],
  [1043, 1015, same],
  [2950, 2951, same],
  [869, 1041, same],
  [650, 651, same],
  [1186, 1187, same],
  [2205, 2210, same],
];

const arrayOf =
  (parse: Parse): Parse =>
  (text) =>
    types.arrayParser.create(text, parse).parse();

const PARSERS = new Map(
  TYPES.flatMap(([type, array, parse]) => [
    [type, parse],
    [array, arrayOf(parse)],
  ]),
);

/** The parser of a column of this type; types that are not listed stay text. */
export const parserOf = (type: number): Parse => PARSERS.get(type) ?? same;
