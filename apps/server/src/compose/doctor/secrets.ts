import { type Config, parseDatabaseUrl } from '../../config/index.ts';

/** A shorter one would also be a part of other words. */
const SHORTEST = 4;
const HIDDEN = '•••';

/**
 * Takes what is secret in a configuration out of a text, and whatever would act on a terminal. What others answer is
 * repeated in findings, and might repeat what they were told.
 */
export function createCleaner(config: Config): (text: string) => string {
  const secrets = secretsOf(config).toSorted((a, b) => b.length - a.length);
  return (text) =>
    secrets
      .reduce((left, secret) => left.replaceAll(secret, HIDDEN), text)
      .replace(/\s+/g, ' ')
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
      .trim();
}

function secretsOf(config: Config): string[] {
  const { databaseUrl, migrateDatabaseUrl, redisUrl, smtpUrl, smsGateway, s3, seal, metrics, masterKeys } = config;
  const ofDatabases = [
    ...[databaseUrl, migrateDatabaseUrl].map((address) => address && parseDatabaseUrl(address).password),
    config.databaseReadUrl && parseDatabaseUrl(config.databaseReadUrl, true).password,
  ];
  const inUrls = [redisUrl, smtpUrl, smsGateway?.url, ...config.tsaUrls].flatMap((address) => {
    const url = address ? URL.parse(address) : null;
    if (url === null) return [];
    const named = [...url.searchParams].filter(([name]) => /pass|secret|token|key|auth/i.test(name));
    return [url.password, ...named.map(([, value]) => value)];
  });
  const keys = (masterKeys ?? []).flatMap(({ key }) => [key.toString('hex'), key.toString('base64')]);
  const plain = [smsGateway?.token, s3?.secretAccessKey, seal?.password, metrics.token, ...keys];
  const all = [...ofDatabases, ...inUrls, ...plain].flatMap((one) => (one ? [one, decoded(one)] : []));
  return [...new Set(all)].filter(({ length }) => length >= SHORTEST);
}

/** As it is sent: percent-encoded in an address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
