/** Records which WebCrypto functions were called while something ran: input refused beforehand costs nothing. */
export async function checkedSteps<T>(asked: string[], run: () => Promise<T>): Promise<T> {
  const names = ['importKey', 'verify', 'digest'] as const;
  const own = names.map((name) => [name, crypto.subtle[name]] as const);
  for (const [name, call] of own) {
    const counted = (...args: unknown[]) => {
      asked.push(name);
      return (call as (...given: unknown[]) => unknown).apply(crypto.subtle, args);
    };
    Object.defineProperty(crypto.subtle, name, { value: counted, configurable: true });
  }
  try {
    return await run();
  } finally {
    for (const [name] of own) Reflect.deleteProperty(crypto.subtle, name);
  }
}
