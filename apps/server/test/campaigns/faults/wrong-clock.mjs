/**
 * Loaded before a program (`--import`): its machine's clock is off by the milliseconds that the file named by
 * WRONG_CLOCK holds at the moment. Time that passes is counted rightly, as by a machine whose clock was set.
 */
import { readFileSync } from 'node:fs';

const RealDate = Date;
const real = Date.now;
const file = process.env.WRONG_CLOCK;
const now = () => real() + Number(readFileSync(file, 'utf8'));

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now() {
    return now();
  }
};
