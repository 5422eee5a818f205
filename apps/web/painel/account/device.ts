/** A device in two words, from what its browser says of itself. Unknown parts are null. */
export function deviceOf(agent: string | null): { readonly browser: string | null; readonly system: string | null } {
  const text = agent ?? '';
  const first = (pairs: readonly (readonly [RegExp, string])[]) => pairs.find(([sign]) => sign.test(text))?.[1] ?? null;
  return {
    // Each browser also claims to be those below it.
    browser: first([
      [/Edg\//, 'Edge'],
      [/OPR\//, 'Opera'],
      [/SamsungBrowser\//, 'Samsung Internet'],
      [/Firefox\/|FxiOS\//, 'Firefox'],
      [/Chrome\/|CriOS\//, 'Chrome'],
      [/Safari\//, 'Safari'],
    ]),
    system: first([
      [/iPhone|iPad/, 'iOS'],
      [/Android/, 'Android'],
      [/Windows/, 'Windows'],
      [/Mac OS X/, 'macOS'],
      [/CrOS/, 'ChromeOS'],
      [/Linux/, 'Linux'],
    ]),
  };
}
