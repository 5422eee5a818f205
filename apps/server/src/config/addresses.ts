import { isLocalHost } from '../core/networks.ts';
import type { Config } from './index.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Addresses = Pick<Config, 'production' | 'publicOrigin' | 'baseUrl' | 'publicUrl' | 'docsUrl' | 'authUrl'>;

/**
 * What is wrong with addresses that lead here from elsewhere, one sentence a variable: whoever publishes the service has
 * to say so, for what is open to a developer to be closed, and personal links, passwords and keys travel encrypted.
 */
export function refusedAddresses(env: Env, { production, ...addresses }: Addresses): string[] {
  const given: Array<[name: string, address: string, needsProduction: boolean]> = [
    ['PUBLIC_ORIGIN', addresses.publicOrigin, true],
    ['BASE_URL', addresses.baseUrl, false],
    ['PUBLIC_URL', addresses.publicUrl, false],
    ['DOCS_URL', addresses.docsUrl, false],
    ['AUTH_URL', addresses.authUrl, false],
  ];
  return given.flatMap(([name, address, needsProduction]) => {
    if (!env[name] || isLocalHost(new URL(address).hostname)) return [];
    const wanted = [
      ...(needsProduction && !production ? ['NODE_ENV=production'] : []),
      ...(address.startsWith('https:') ? [] : [`${name}=${address.replace(/^http:/, 'https:')}`]),
    ];
    if (wanted.length === 0) return [];
    return [
      `${name}: ${address} não é um endereço desta máquina (localhost); para publicar, defina ${wanted.join(' e ')}.`,
    ];
  });
}
