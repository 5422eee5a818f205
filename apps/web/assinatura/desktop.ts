import { useMedia } from '../kit/hooks.ts';

/** Whether this is a computer, from which somebody may want to go on with the phone; what is held in the hand is not. */
export const useDesktop = (): boolean => useMedia('(min-width: 48rem) and (pointer: fine)');
