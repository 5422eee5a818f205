import type { X509Certificate } from 'node:crypto';
import { isSelfSigned, issued, readCertificates, sourcesOf } from './certificate.ts';
import { checkCrl, checkOcsp, ocspRequest, RevokedError, type Statement } from './revocation.ts';

/**
 * Fetches what a certificate says is available about it: an OCSP response if there is a body to post, otherwise what is
 * at the address. Network, deadlines, sizes and permitted addresses are up to the caller.
 */
export type RevocationClient = (request: {
  url: string;
  body?: Uint8Array;
  contentType?: string;
}) => Promise<Uint8Array>;

/** What a validator will need years from now (ETSI EN 319 142-1 clause 5.4), as DER. */
export type ValidationData = { certificates: Buffer[]; ocsps: Buffer[]; crls: Buffer[] };

/** The same with the reasons for missing parts; empty if it is complete. */
export type Gathered = ValidationData & { missing: string[] };

/** The data collected about several certificates, each part once. */
export function joined(...all: readonly Gathered[]): Gathered {
  return {
    certificates: unique(all.flatMap(({ certificates }) => certificates)),
    ocsps: unique(all.flatMap(({ ocsps }) => ocsps)),
    crls: unique(all.flatMap(({ crls }) => crls)),
    missing: all.flatMap(({ missing }) => missing),
  };
}

/** The longest chain followed; ICP-Brasil has three levels under its root. */
const MAX_CHAIN = 8;
/**
 * How long an authority that did not respond is not asked again, so that it delays one completion and not every one.
 */
const FAILURE_MS = 5 * 60_000;
/** How long a response is reused, while it is valid. */
const REUSE_MS = 10 * 60_000;
/** An issuer's certificate seldom changes. */
const ISSUER_MS = 24 * 3600_000;
const MAX_KEPT = 200;

type Found = { kind: 'ocsp' | 'crl'; statement: Statement };
type Kept = { until: number; found: Found } | { until: number; error: Error };

/** Collects validation data, and caches authorities' responses for a while. One instance serves any number of seals. */
export class ValidationSource {
  private readonly client: RevocationClient;
  private readonly statements = new Map<string, Kept>();
  private readonly issuers = new Map<string, { until: number; certificates: X509Certificate[] }>();

  constructor(client: RevocationClient) {
    this.client = client;
  }

  /**
   * Everything about a certificate and those above it: the chain up to a root, and for each certificate below the root
   * that it is not revoked. Unavailable data is left out and reported; a self-signed certificate needs no statement by
   * anyone else.
   * @param others where to look for issuers before fetching them
   * @throws RevokedError
   */
  async about(leaf: X509Certificate, others: readonly X509Certificate[], at: Date): Promise<Gathered> {
    const data: Gathered = { certificates: [], ocsps: [], crls: [], missing: [] };
    for (let current: X509Certificate | undefined = leaf; current; ) {
      data.certificates.push(current.raw);
      if (isSelfSigned(current)) break;
      if (data.certificates.length >= MAX_CHAIN) throw new Error('the chain of certificates is too long');
      const issuer: X509Certificate | string = await this.issuerOf(current, others, at).catch(messageOf);
      if (typeof issuer === 'string') {
        data.missing.push(issuer);
        break;
      }
      const found = await this.statementOn(current, issuer, at).catch((error) => {
        if (error instanceof RevokedError) throw error;
        data.missing.push(messageOf(error));
      });
      if (found) (found.kind === 'ocsp' ? data.ocsps : data.crls).push(found.statement.der);
      current = issuer;
    }
    return data;
  }

  private async issuerOf(
    certificate: X509Certificate,
    others: readonly X509Certificate[],
    at: Date,
  ): Promise<X509Certificate> {
    return others.find((one) => issued(one, certificate)) ?? (await this.fetchIssuer(certificate, at));
  }

  private async fetchIssuer(certificate: X509Certificate, at: Date): Promise<X509Certificate> {
    for (const url of sourcesOf(certificate).issuers.slice(0, 2)) {
      let known = this.issuers.get(url);
      if (!known || known.until <= at.getTime()) {
        const certificates = readCertificates(await this.client({ url }).catch(() => Buffer.alloc(0)));
        const age = certificates.length > 0 ? ISSUER_MS : FAILURE_MS;
        known = { until: at.getTime() + age, certificates };
        if (this.issuers.size >= MAX_KEPT) this.issuers.clear();
        this.issuers.set(url, known);
      }
      const issuer = known.certificates.find((one) => issued(one, certificate));
      if (issuer) return issuer;
    }
    throw new Error(`the issuer of ${nameOf(certificate)} is not to be had`);
  }

  private async statementOn(certificate: X509Certificate, issuer: X509Certificate, at: Date): Promise<Found> {
    const key = certificate.fingerprint256;
    const kept = this.statements.get(key);
    if (kept && kept.until > at.getTime()) {
      if ('error' in kept) throw kept.error;
      return kept.found;
    }
    try {
      const found = await this.ask(certificate, issuer, at);
      const until = Math.min(at.getTime() + REUSE_MS, found.statement.until?.getTime() ?? Number.POSITIVE_INFINITY);
      this.keep(key, { until, found });
      return found;
    } catch (error) {
      this.keep(key, { until: at.getTime() + FAILURE_MS, error: error as Error });
      throw error;
    }
  }

  private keep(key: string, kept: Kept): void {
    if (this.statements.size >= MAX_KEPT) this.statements.clear();
    this.statements.set(key, kept);
  }

  /** OCSP first: a CRL grows with everything the authority ever revoked, and would end up in every file. */
  private async ask(certificate: X509Certificate, issuer: X509Certificate, at: Date): Promise<Found> {
    const { ocsp, crls } = sourcesOf(certificate);
    const reasons: string[] = [];
    const attempt = async (kind: Found['kind'], url: string): Promise<Found | undefined> => {
      try {
        if (kind === 'crl') return { kind, statement: checkCrl(await this.client({ url }), certificate, issuer, at) };
        const body = ocspRequest(certificate, issuer);
        const reply = await this.client({ url, body, contentType: 'application/ocsp-request' });
        return { kind, statement: checkOcsp(reply, certificate, issuer, at) };
      } catch (error) {
        if (error instanceof RevokedError) throw new RevokedError(`${nameOf(certificate)}: ${error.message}`);
        reasons.push(`${url}: ${error instanceof Error ? error.message : String(error)}`);
        return undefined;
      }
    };
    for (const url of ocsp.slice(0, 2)) {
      const found = await attempt('ocsp', url);
      if (found) return found;
    }
    for (const url of crls.slice(0, 2)) {
      const found = await attempt('crl', url);
      if (found) return found;
    }
    const why = reasons.length > 0 ? reasons.join('; ') : 'it names no source';
    throw new Error(`no revocation data on ${nameOf(certificate)}: ${why}`);
  }
}

function unique(items: Buffer[]): Buffer[] {
  return items.filter((item, i) => items.findIndex((other) => other.equals(item)) === i);
}

const nameOf = (certificate: X509Certificate): string => certificate.subject.replaceAll('\n', ', ');

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
