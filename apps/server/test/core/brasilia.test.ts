import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dayOf, isoInBrasilia, monthOf, startOfDay } from '../../src/core/brasilia.ts';

describe('days and months in Brasília', () => {
  it('turn three hours after UTC', () => {
    expect(dayOf(new Date('2026-12-01T02:59:59.999Z'))).toBe('2026-11-30');
    expect(dayOf(new Date('2026-12-01T03:00:00Z'))).toBe('2026-12-01');
    expect(monthOf(new Date('2027-01-01T02:00:00Z'))).toBe('2026-12-01');
    expect(startOfDay('2026-12-01')).toEqual(new Date('2026-12-01T03:00:00Z'));
  });

  it('kept the summer time of their year', () => {
    // Until 2019 the clocks went forward in November and back in February.
    expect(startOfDay('2019-01-10')).toEqual(new Date('2019-01-10T02:00:00Z'));
    expect(isoInBrasilia(new Date('2019-01-10T02:00:00Z'))).toBe('2019-01-10T00:00:00-02:00');
  });

  it('are counted over the ends of months and years', () => {
    expect([addDays('2028-02-28', 1), addDays('2027-02-28', 1), addDays('2027-01-01', -1)]).toEqual([
      '2028-02-29',
      '2027-03-01',
      '2026-12-31',
    ]);
    expect([addMonths('2026-12-01', 1), addMonths('2027-01-01', -1), addMonths('2026-11-30', 3)]).toEqual([
      '2027-01-01',
      '2026-12-01',
      '2027-02-01',
    ]);
  });

  it('are written with their offset', () => {
    expect(isoInBrasilia(new Date('2026-12-11T02:59:59Z'))).toBe('2026-12-10T23:59:59-03:00');
  });
});
