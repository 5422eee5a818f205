/** Says a figure as soon as it is there: a whole run takes minutes. */
export function told(name: string, value: string): void {
  process.stdout.write(`  ${name}: ${value}\n`);
}

/** The middle of some values, NaN of none. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const verdict = (met: boolean): string => (met ? 'met' : 'missed');
export const kB = (bytes: number): string => (bytes / 1000).toFixed(1);
