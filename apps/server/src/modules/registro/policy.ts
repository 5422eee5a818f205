import type { WitnessKey } from '../../core/open-log/note.ts';

export interface PolicyWitness {
  readonly witness: WitnessKey;
  readonly url: string;
}

/**
 * What it takes to believe a checkpoint, as the installation proposes it (C2SP tlog-policy): its key, and so many of its witnesses.
 * @param quorum 0 if there are no witnesses
 */
export function policyText(
  log: { readonly vkey: string; readonly url: string },
  witnesses: readonly PolicyWitness[],
  quorum: number,
): string {
  const names = witnesses.map((_, index) => `t${index + 1}`);
  const lines = [
    `log ${log.vkey} ${log.url}`,
    ...witnesses.map(({ witness, url }, index) => `witness ${names[index]} ${witness.vkey} ${url}`),
    ...(names.length === 0
      ? ['quorum none']
      : [`group testemunhas ${quorum} ${names.join(' ')}`, 'quorum testemunhas']),
  ];
  return `${lines.join('\n')}\n`;
}
