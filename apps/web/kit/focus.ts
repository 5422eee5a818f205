import { flushSync } from 'react-dom';

/**
 * Makes a change, has the page show it, and gives the focus to what is found there, all before the next key is pressed:
 * an element that is new is not there any earlier, and one that was put elsewhere lost the focus on the way. For what
 * handles events; neither rendering nor an effect may call it.
 * @param find what is to have the focus, on the page as it is after the change; nothing leaves the focus where it is
 * @returns what the change gave back
 */
export function focusAfter<T>(change: () => T, find: () => HTMLElement | null | undefined, options?: FocusOptions): T {
  const result = flushSync(change);
  find()?.focus(options);
  return result;
}
