/**
 * Copies a text that is asked for by the click only. Safari lets a page copy within the click alone, and waits for what it
 * is promised then; Firefox before 127 takes no promise, and lets a page copy for some seconds after the click.
 * @param asked what is asked for, in the task of the click
 * @throws what asking threw, or NotAllowedError where the browser lets nothing be copied
 */
export async function copyLater(asked: Promise<string>): Promise<void> {
  if (!('ClipboardItem' in window)) return navigator.clipboard.writeText(await asked);
  const text = asked.then((one) => new Blob([one], { type: 'text/plain' }));
  await Promise.all([asked, navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])]);
}
