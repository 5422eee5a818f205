import { type Given, NOTHING_GIVEN, overlaid } from './fields.ts';
import { Keeper, type Kept } from './kept.ts';
import type { State } from './state.ts';

/** So soon after a change it is kept on the device, in milliseconds; a key pressed meanwhile goes along. */
const KEEP_AFTER_MS = 200;
/**
 * Longer than this nobody waits for the device: some browsers never answer about what they keep. What a slow one tells
 * later is taken up then.
 */
const DEVICE_ANSWERS_WITHIN_MS = 1_000;

/** An answer of the device, or null where it takes longer than anybody waits. */
export const soon = <T>(asked: Promise<T>): Promise<T | null> =>
  Promise.race([asked, new Promise<null>((give) => setTimeout(give, DEVICE_ANSWERS_WITHIN_MS, null))]);

/** The road as far as it is kept. */
interface Keepable {
  readonly state: State;
  set(change: Partial<State>): void;
}

/** What was done on a road so far, and the keeping of it on the device. */
export class Keeping {
  /** Fields the person has visited: coming back does not start over. */
  readonly visited = new Set<string>();
  /** Pages that were on the screen, by document. */
  readonly seen = new Map<string, Set<number>>();
  /** Where the person was when the page was closed, until that is shown. */
  left: Kept['at'] = null;
  private lookedAt: Kept['at'] = null;
  private readonly road: Keepable;
  private readonly keeper: Keeper;
  /** What the device kept of this link when the page was opened. */
  private readonly told: Promise<Kept | null>;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Until a slow device has told what it keeps, and that was taken up. */
  private recalling: Promise<void> | null = null;
  /** What is kept on the device of what was given. */
  private keptGiven = NOTHING_GIVEN;
  /** The person wanted nothing to be kept, and gave nothing since. */
  private erased = false;
  /** The device is handed from one person to the next. */
  private never = false;

  constructor(token: string, road: Keepable) {
    this.road = road;
    this.keeper = new Keeper(token);
    this.told = this.keeper.read();
  }

  /** Notes that something was given. */
  gave(): void {
    this.erased = false;
    this.remember();
  }

  /** Notes that a page was on the screen. */
  saw(documento: string, pagina: number): void {
    const own = this.seen.get(documento) ?? new Set();
    this.seen.set(documento, own.add(pagina));
    this.lookedAt = { documento, pagina };
    this.remember();
  }

  /** Notes that a field was come to. */
  visit(campoId: string): void {
    this.visited.add(campoId);
    this.remember();
  }

  /** Keeps what was done so far on the device, in a moment. */
  remember(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.keepNow(), KEEP_AFTER_MS);
  }

  async keepNow(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    // Nothing is written over what was not taken up yet.
    await this.recalling;
    const { screen, given, step, kept: before } = this.road.state;
    if (screen !== 'percurso' || step === 'inicio' || this.erased || this.never) return;
    const seen = Object.fromEntries([...this.seen].map(([id, pages]) => [id, [...pages]]));
    const written = await this.keeper.write({ given, step, visited: [...this.visited], seen, at: this.lookedAt });
    if (written) this.keptGiven = given;
    const kept = written ? step : null;
    if (kept !== before) this.road.set({ kept });
  }

  /** Erases what is kept on the device. */
  async forget(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.keeper.erase();
    if (this.road.state.kept) this.road.set({ kept: null });
  }

  /** Keeps nothing from now on, and takes up nothing: the device is not this person's alone. */
  keepNothing(): void {
    if (this.never) return;
    this.never = true;
    void this.forget();
  }

  /** Erases what was done, here and on the device. */
  async erase(): Promise<void> {
    this.visited.clear();
    this.erased = true;
    this.keptGiven = NOTHING_GIVEN;
    await this.forget();
  }

  /** Whether the device keeps all of what was given. */
  keeps(given: Given): boolean {
    return given === this.keptGiven;
  }

  /**
   * What the device kept of this link when the page was opened.
   * @param late called with what it told later than anybody waits, null where that is nothing
   * @returns null where it kept nothing, or has not told yet
   */
  async recall(late: (kept: Kept | null) => void): Promise<Kept | null> {
    if (this.never) return null;
    const kept = await soon(this.told);
    if (!kept) this.recalling = this.told.then(late);
    return kept;
  }

  /** Takes up what was kept. @returns all of what was given, what was given since the page was opened over it */
  takeUp(kept: Kept): Given {
    for (const campoId of kept.visited) this.visited.add(campoId);
    for (const [id, pages] of Object.entries(kept.seen)) {
      this.seen.set(id, new Set([...pages, ...(this.seen.get(id) ?? [])]));
    }
    if (!this.lookedAt) {
      this.lookedAt = kept.at;
      this.left = kept.at;
    }
    this.keptGiven = overlaid(kept.given, NOTHING_GIVEN);
    const { given } = this.road.state;
    return given === NOTHING_GIVEN ? this.keptGiven : overlaid(kept.given, given);
  }
}
