import { describe, expect, it } from 'vitest';
import { sharedBuffers } from './database.ts';

const GIGABYTE = 1024 ** 3;

describe('what the embedded server keeps of its tables', () => {
  it.each([
    [0.5, 128],
    [1, 128],
    [2, 256],
    [3.5, 448],
    [4, 512],
    [8, 1024],
    [24, 1024],
  ])('within %d GB of memory: %d MB', (gigabytes, megabytes) => {
    expect(sharedBuffers(gigabytes * GIGABYTE)).toBe(megabytes);
  });
});
