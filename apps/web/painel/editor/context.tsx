import { createContext, useContext } from 'react';
import type { Saving } from './saving/queue.ts';
import type { Source } from './saving/source.ts';
import type { Action, Editor } from './state/editor.ts';
import type { Problem, Spot } from './state/rules.ts';
import type { Texts } from './texts/pt.ts';

/** What the desk can be asked for from elsewhere. */
export interface Desk {
  /** Shows a field and gives it the focus. */
  readonly show: (fieldId: string) => void;
  readonly showPage: (pagina: number) => void;
  /** The page most in sight, and the middle of what is seen of it, in fractions. */
  readonly middle: () => { readonly pagina: number; readonly x: number; readonly y: number };
}

export interface Editing {
  readonly kind: Source['kind'];
  /** The editor as it is on the screen. */
  readonly editor: Editor;
  /** The editor as it is, whether or not the screen shows it by now: for whatever handles an event. */
  readonly now: () => Editor;
  /** Does an act, and has it saved. @returns the editor after it */
  readonly dispatch: (action: Action) => Editor;
  readonly t: Texts;
  readonly paginas: number;
  readonly problems: readonly Problem[];
  readonly saving: Saving;
  /** Another tab edits, the document was sent, or the role does not reach. */
  readonly readOnly: boolean;
  /** Whose fields the palette makes; null while there is nobody. */
  readonly holder: string | null;
  readonly setHolder: (id: string | null) => void;
  /** Leads to the place of a problem. */
  readonly lead: (spot: Spot) => void;
  /** Whether the panel is around it: its other screens, its registry of people, and the member at work. */
  readonly inPanel: boolean;
  /** Says something to a screen reader. */
  readonly announce: (text: string) => void;
  readonly desk: () => Desk | null;
}

const EditingContext = createContext<Editing | null>(null);
export const EditingProvider = EditingContext.Provider;

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error('outside of the editor');
  return editing;
}
