import { ALL_ERROR_CODES } from '@rubrica/contract';
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../src/http/site/error-codes.ts';

describe('error page', () => {
  const page = errorCodes().html;

  test.each(ALL_ERROR_CODES)('%s has its anchor', (codigo) => {
    expect(page.split(`id="${codigo.toLowerCase()}"`)).toHaveLength(2);
  });

  test('works without script or inline style', () => {
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
  });
});
