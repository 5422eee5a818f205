/** One tab edits a draft; the others look on. Held by the browser's own locks, which die with their tab. */

export type Part = 'edits' | 'watches';

interface Handlers {
  /** This tab has become the one that edits, or one that looks on. */
  readonly onPart: (part: Part) => void;
  /** Another tab wants to edit: finish what is under way. */
  readonly onAsked: () => Promise<void>;
  /** The tab that edits has saved something. */
  readonly onSaved: () => void;
}

/** How long a tab that edits may take to finish before it is overruled: it may be frozen. */
const PATIENCE_MS = 6_000;

/** Undefined where the browser has none, or none for this page. */
function channelOf(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

export class Tab {
  private readonly name: string;
  private readonly handlers: Handlers;
  private readonly channel: BroadcastChannel | undefined;
  private readonly stop = new AbortController();
  private release: (() => void) | undefined;

  /** @param name of what is edited, the same in every tab */
  constructor(name: string, handlers: Handlers) {
    this.name = `rubrica-editor-${name}`;
    this.handlers = handlers;
    this.channel = channelOf(this.name);
    this.channel?.addEventListener('message', ({ data }) => {
      if (data === 'saved' && !this.release) handlers.onSaved();
      if (data === 'ceder' && this.release) void this.yield();
    });
  }

  /** Takes the part of the editing tab where it is free; else looks on, and edits when it becomes free. */
  async open(): Promise<Part> {
    // Without https there are no locks; the service still takes one state at a time.
    if (!navigator.locks) return 'edits';
    const got = await new Promise<boolean>((tell) => {
      navigator.locks
        .request(this.name, { ifAvailable: true }, (lock) => {
          tell(lock !== null);
          return lock ? this.hold() : undefined;
        })
        // A browser that keeps nothing for pages inside others has no locks for them.
        .catch(({ name }) => (name === 'SecurityError' ? tell(true) : this.lost()));
    });
    if (!got) this.queue();
    return got ? 'edits' : 'watches';
  }

  /** Asks the editing tab for its part, and takes it where no answer comes. */
  take(): void {
    this.channel?.postMessage('ceder');
    setTimeout(() => {
      if (this.release || this.stop.signal.aborted) return;
      void navigator.locks.request(this.name, { steal: true }, () => this.own()).catch(() => this.lost());
    }, PATIENCE_MS);
  }

  saved(): void {
    this.channel?.postMessage('saved');
  }

  close(): void {
    this.stop.abort();
    this.release?.();
    this.channel?.close();
  }

  private hold(): Promise<void> {
    return new Promise((release) => {
      this.release = release;
    });
  }

  private own(): Promise<void> {
    const held = this.hold();
    this.handlers.onPart('edits');
    return held;
  }

  private lost(): void {
    this.release = undefined;
    if (this.stop.signal.aborted) return;
    this.handlers.onPart('watches');
    this.queue();
  }

  private queue(): void {
    const { signal } = this.stop;
    navigator.locks
      .request(this.name, { signal }, () => this.own())
      .catch(() => {
        if (!signal.aborted) this.lost();
      });
  }

  private async yield(): Promise<void> {
    await this.handlers.onAsked();
    const { release } = this;
    if (!release) return;
    this.release = undefined;
    this.handlers.onPart('watches');
    release();
    this.queue();
  }
}
