import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

type Refusal = (version: string, platform: string, arch: string) => string | null;
const { refusal } = createRequire(import.meta.url)('./preflight.cjs') as { refusal: Refusal };

it.each(['24.21.0', '24.22.1', '25.0.0', '26.10.0'])('takes Node %s', (version) => {
  expect(refusal(version, 'linux', 'x64')).toBeNull();
});

it.each(['0.12.18', '16.20.2', '22.21.0', '24.20.0'])('refuses Node %s', (version) => {
  expect(refusal(version, 'linux', 'x64')).toContain(`precisa do Node 24.21 ou mais novo; este é o v${version}`);
});

it.each([
  ['linux', 'x64', true],
  ['linux', 'arm64', true],
  ['win32', 'x64', true],
  ['win32', 'arm64', false],
  ['darwin', 'x64', false],
  ['darwin', 'arm64', false],
] as const)('tells whoever is on %s-%s whether npm ci brings Node: %s', (platform, arch, brought) => {
  const told = refusal('22.0.0', platform, arch) ?? '';
  expect(told.includes('instala o Node certo')).toBe(brought);
  expect(told.includes(`Para ${platform}-${arch} o "npm ci" não traz o Node`)).toBe(!brought);
});
