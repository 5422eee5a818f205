import { describe, expect, it } from 'vitest';
import { createGeo } from '../../src/adapters/geo.ts';

const geo = await createGeo();

describe('location by address', () => {
  it.each([
    ['200.160.2.3', 'BR'],
    ['2001:12ff:0:2::3', 'BR'],
    ['::ffff:200.160.2.3', 'BR'],
    ['8.8.8.8', 'US'],
  ])('%s is in %s, and says how far that can be trusted', (ip, pais) => {
    const found = geo.locate(ip);
    expect(found?.pais).toBe(pais);
    expect(['PAIS', 'CIDADE']).toContain(found?.precisao);
    if (found?.precisao === 'PAIS') expect(found).toMatchObject({ cidade: null, latitude: null, longitude: null });
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '100.64.0.1',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '',
    'x',
    '999.1.1.1',
  ])('%j has none', (ip) => {
    expect(geo.locate(ip)).toBeNull();
  });
});
