import { Text } from '@mantine/core';

/** How many there are of what a screen lists, told to screen readers when it changes; none are not counted. */
export function Total({
  count,
  words,
}: {
  readonly count: number | undefined;
  readonly words: (count: number) => string;
}) {
  return (
    <Text c="dimmed" size="sm" role="status">
      {count ? words(count) : ''}
    </Text>
  );
}
