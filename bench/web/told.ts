/** Reports a figure as soon as it is available, because a whole run takes minutes. */
export function told(name: string, value: string): void {
  process.stdout.write(`  ${name}: ${value}\n`);
}

export const verdict = (met: boolean): string => (met ? 'met' : 'missed');
export const kB = (bytes: number): string => (bytes / 1000).toFixed(1);
