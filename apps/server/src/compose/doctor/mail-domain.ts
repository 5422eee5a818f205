import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import type { Finding } from '@rubrica/contract';
import { isLocalHost } from '../../core/networks.ts';
import { failed, fine, inapplicable, unverified, warned } from './check.ts';
import { reasonOf } from './words.ts';

const ANSWER_MS = 3_000;
const TRIES = 2;
/** There is no such record, or no such name. */
const NO_RECORD = 'ENODATA';
const NO_NAME = 'ENOTFOUND';

/** The records of one kind; null: there are none. @throws Error if nobody answers */
type Ask<T> = (name: string) => Promise<T[] | null>;

interface Zone {
  readonly mx: Ask<{ exchange: string; priority: number }>;
  readonly txt: Ask<string>;
  /** Whether there is anything at a name or below it. */
  exists(name: string): Promise<boolean>;
}

/**
 * What the DNS says of the domain that messages are from: where answers go (RFC 5321, section 5), who may send (SPF, RFC
 * 7208), with which keys (DKIM, RFC 6376), and what becomes of the rest (DMARC, RFC 7489).
 * @param servers empty: the system's
 */
export async function examineDomain(
  domain: string,
  servers: readonly string[],
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  if (isLocalHost(domain) || isIP(domain.replace(/^\[|\]$/g, '')) !== 0) {
    return [inapplicable('E-mail: domínio', `MAIL_FROM é de ${domain}, que não é um domínio público.`)];
  }
  const resolver = new dns.Resolver({ timeout: ANSWER_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const zone = zoneOf(resolver);
    const all = [examineMx, examineSpf, examineDkim, examineDmarc] as const;
    const names = ['MX', 'SPF', 'DKIM', 'DMARC'] as const;
    return await Promise.all(
      all.map((examine, i) =>
        examine(zone, domain).catch((error) => {
          const fact = `O DNS não respondeu sobre ${domain}: ${reasonOf(error)}.`;
          return unverified(`E-mail: ${names[i]}`, fact, 'Confira o DNS desta máquina, ou defina DOCTOR_DNS.');
        }),
      ),
    );
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function zoneOf(resolver: dns.Resolver): Zone {
  const orNone = async <T>(asked: Promise<T[]>): Promise<T[] | null> => {
    try {
      return await asked;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === NO_RECORD || code === NO_NAME) return null;
      throw error;
    }
  };
  return {
    mx: (name) => orNone(resolver.resolveMx(name)),
    txt: async (name) => (await orNone(resolver.resolveTxt(name)))?.map((parts) => parts.join('')) ?? null,
    async exists(name) {
      try {
        await resolver.resolveTxt(name);
        return true;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code !== NO_RECORD && code !== NO_NAME) throw error;
        // No data of this kind, but a name; below one that does not exist there is nothing (RFC 8020).
        return code === NO_RECORD;
      }
    },
  };
}

async function examineMx({ mx }: Zone, domain: string): Promise<Finding> {
  const name = 'E-mail: MX';
  const found = await mx(domain);
  const advice = `Publique o MX de ${domain}, ou use em MAIL_FROM um domínio que recebe: sem ele as devoluções se perdem.`;
  if (found === null) return warned(name, `${domain} não tem MX.`, advice);
  // A single record of an empty name says that the domain takes no mail (RFC 7505).
  if (found.every(({ exchange }) => exchange === ''))
    return warned(name, `${domain} diz que não recebe e-mail.`, advice);
  const hosts = found.toSorted((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);
  return fine(name, `${domain} recebe em ${hosts.join(', ')}.`);
}

const SPF = /^v=spf1( |$)/i;

async function examineSpf({ txt }: Zone, domain: string): Promise<Finding> {
  const name = 'E-mail: SPF';
  const found = (await txt(domain))?.filter((text) => SPF.test(text)) ?? [];
  const [record] = found;
  const advice = `Publique em ${domain} um TXT “v=spf1 … -all” com os servidores do seu fornecedor de e-mail.`;
  if (record === undefined) return failed(name, `${domain} não tem SPF.`, advice);
  if (found.length > 1) {
    return failed(name, `${domain} tem ${found.length} registros SPF, e por isso nenhum vale.`, 'Deixe um só.');
  }
  const all = /(?:^|\s)([+?~-]?)all(?:\s|$)/i.exec(record)?.[1];
  if (all === '' || all === '+') return failed(name, `${record}: qualquer um pode enviar por ${domain}.`, advice);
  if (all === '?' || (all === undefined && !/\sredirect=/i.test(record))) {
    return warned(name, `${record}: não diz o que fazer com os outros.`, 'Termine-o com ~all ou -all.');
  }
  return fine(name, `${record} (que ele inclui o servidor de SMTP_URL, só uma mensagem recebida diz).`);
}

/** The selector is the mail server's own choice, and stands in what it signs. */
async function examineDkim({ exists }: Zone, domain: string): Promise<Finding> {
  const name = 'E-mail: DKIM';
  const advice = 'Ligue o DKIM no seu fornecedor de e-mail e publique a chave que ele dá.';
  if (!(await exists(`_domainkey.${domain}`))) return failed(name, `${domain} não tem chave de DKIM nenhuma.`, advice);
  return unverified(
    name,
    `${domain} tem alguma chave de DKIM; que as mensagens são assinadas com ela, só uma recebida diz.`,
    'Mande uma com --mensagem e procure “dkim=pass” no cabeçalho Authentication-Results.',
  );
}

async function examineDmarc({ txt }: Zone, domain: string): Promise<Finding> {
  const name = 'E-mail: DMARC';
  const labels = domain.split('.');
  // The domain's own record or that of one above it, short of the top.
  for (let at = 0; at < labels.length - 1; at++) {
    const from = labels.slice(at).join('.');
    const record = (await txt(`_dmarc.${from}`))?.find((text) => /^v=DMARC1\s*(;|$)/i.test(text));
    if (record === undefined) continue;
    const policy = (at > 0 && /;\s*sp=(\w+)/i.exec(record)?.[1]) || /;\s*p=(\w+)/i.exec(record)?.[1];
    const fact = `_dmarc.${from}: ${record}.`;
    return policy?.toLowerCase() === 'none' || policy === undefined
      ? warned(name, fact, 'Quando as suas mensagens passarem, mude p=none para p=quarantine ou p=reject.')
      : fine(name, fact);
  }
  const advice = `Publique em _dmarc.${domain} um TXT “v=DMARC1; p=quarantine; rua=mailto:…”: grandes provedores o exigem.`;
  return failed(name, `${domain} não tem DMARC.`, advice);
}
