import type { Next } from '../reader/guide.ts';
import type { Texts } from '../texts/pt.ts';

/** What ends a dialog that makes something for a field, and what follows once it is used; null where nothing does. */
export interface Making {
  readonly onClose: () => void;
  readonly onUsed: () => void;
  readonly next: Next['to'] | null;
}

/** What the button says where using the mark leads on. */
export const labelOfUse = (next: Making['next'], t: Texts): string | null =>
  next === 'review' ? t.marca.useAndReview : next === 'field' || next === 'document' ? t.marca.useAndGoOn : null;
