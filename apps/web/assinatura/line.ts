interface Line {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Whether the person would rather not download anything they did not ask for. */
export function isSpared(): boolean {
  const { connection } = navigator as { connection?: Line };
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
}
