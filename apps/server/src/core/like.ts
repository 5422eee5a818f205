/** The pattern of `like` for whatever contains a text, whose own `%`, `_` and `\` stand for themselves. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
