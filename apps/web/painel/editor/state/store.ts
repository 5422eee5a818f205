import { Store } from '../../../kit/store.ts';
import { type Action, type Editor, NOTHING, reduce } from './editor.ts';

/** The editor's state. An act is done once `act` returns, whether or not a screen shows it by then. */
export class EditorStore extends Store<Editor> {
  constructor() {
    super(NOTHING);
  }

  /** @returns the editor after the act */
  readonly act = (action: Action): Editor => {
    this.set(reduce(this.get(), action));
    return this.get();
  };
}
