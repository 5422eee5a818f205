import { Resolver } from 'node:dns';
import { WEBHOOK_WINDOW_MS } from '@rubrica/contract';
import { isCnpj, isCpf, isE164, normaliseTaxId } from '@rubrica/contract/brazil';
import ipaddr from 'ipaddr.js';
import { isLocalHost } from '../core/networks.ts';
import { readWitnessKey, type WitnessKey } from '../core/open-log/note.ts';

/** Parsers for the values of variables. Each throws Invalid with the accepted form, as a message for the operator. */

export const PROFILES = ['production', 'development', 'test'] as const;
export type Profile = (typeof PROFILES)[number];

/** What a process does: answer requests, run jobs and sweeps, migrate the database to the newest version first. */
export const ROLES = ['http', 'jobs', 'migrate'] as const;
export type Role = (typeof ROLES)[number];

/** Parts of the service that have a development stand-in, by the name under which ALLOW_DEV accepts them. */
export const STAND_INS = ['database', 'mail', 'scanner', 'keys'] as const;
export type StandIn = (typeof STAND_INS)[number];

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface S3Config {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of every key: '' or ending in '/'. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export type ClamdAddress = { readonly path: string } | { readonly host: string; readonly port: number };

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

export interface MasterKey {
  readonly id: string | null;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** An invalid value; the message says what the variable accepts. */
export class Invalid extends Error {}

export function roles(text: string): readonly Role[] {
  const found = list(text).map(oneOf(ROLES));
  if (found.length === 0) throw new Invalid(`use um ou mais destes: ${ROLES.join(', ')}.`);
  return [...new Set(found)];
}

export function standIns(text: string): readonly StandIn[] {
  return list(text).map(oneOf(STAND_INS));
}

export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) throw new Invalid(`use um inteiro de ${min} a ${max}.`);
    return value;
  };
}

export function oneOf<const T extends string>(values: readonly T[]): (text: string) => T {
  return (text) => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new Invalid(`use um destes: ${values.join(', ')}.`);
    return found;
  };
}

export function onOff(text: string): boolean {
  const value = text.toLowerCase();
  if (['on', 'true', '1'].includes(value)) return true;
  if (['off', 'false', '0'].includes(value)) return false;
  throw new Invalid('use on ou off.');
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function parsed(text: string, protocols: readonly string[], example: string): URL {
  const url = URL.parse(text);
  if (url === null || !protocols.includes(url.protocol)) throw new Invalid(`use um endereço como ${example}`);
  return url;
}

export function address(protocols: readonly string[], example: string): (text: string) => string {
  return (text) => {
    if (parsed(text, protocols, example).hostname === '') throw new Invalid(`use um endereço como ${example}`);
    return text;
  };
}

export function webAddress(text: string): string {
  const example = 'https://rubrica.exemplo/caminho, sem usuário, parâmetros nem âncora.';
  const url = parsed(text, ['http:', 'https:'], example);
  if (url.username || url.password || url.search || url.hash) throw new Invalid(`use um endereço como ${example}`);
  return url.href.replace(/\/+$/, '');
}

/** Whether the addresses given to people are all local to this machine. */
export function areLocal(addresses: { PUBLIC_ORIGIN: string; BASE_URL: string; PUBLIC_URL: string }): boolean {
  return [addresses.PUBLIC_ORIGIN, addresses.BASE_URL, addresses.PUBLIC_URL].every((address) =>
    isLocalHost(new URL(address).hostname),
  );
}

export function origin(text: string): string {
  const address = webAddress(text);
  if (new URL(address).pathname !== '/')
    throw new Invalid('use só a origem, como https://rubrica.exemplo, sem caminho.');
  return address;
}

export function apiRoot(text: string): string {
  const address = webAddress(text);
  if (!address.endsWith('/v1')) throw new Invalid('use um endereço que termine em /v1, como https://api.exemplo/v1');
  return address;
}

/** `s3://KEY:SECRET@host[:port]/bucket[/prefix][?region=…&tls=on|off]`; key and secret percent-encoded. */
export function s3Url(text: string): S3Config {
  const example = 's3://CHAVE:SEGREDO@máquina:porta/balde/prefixo?region=us-east-1&tls=on';
  const url = parsed(text, ['s3:'], example);
  const [bucket = '', ...prefix] = url.pathname.slice(1).split('/').filter(Boolean);
  const unknown = [...url.searchParams.keys()].filter((name) => name !== 'region' && name !== 'tls');
  if (!url.hostname || !bucket || !url.username || !url.password || unknown.length > 0 || url.hash) {
    throw new Invalid(`use um endereço como ${example} (region e tls podem faltar)`);
  }
  const tls = onOff(url.searchParams.get('tls') ?? 'on');
  return {
    endpoint: `${tls ? 'https' : 'http'}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucket,
    prefix: prefix.map((part) => `${part}/`).join(''),
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

export function clamdUrl(text: string): ClamdAddress {
  const example = 'tcp://máquina:3310 ou unix:/run/clamav/clamd.ctl';
  const url = parsed(text, ['tcp:', 'unix:'], example);
  if (url.protocol === 'unix:' && !url.hostname && url.pathname.startsWith('/'))
    return { path: decodeURIComponent(url.pathname) };
  if (url.protocol === 'tcp:' && url.hostname) {
    return { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port === '' ? 3310 : Number(url.port) };
  }
  throw new Invalid(`use um endereço como ${example}`);
}

/** A secret that is put into a header unchanged. */
export function visibleAscii(text: string): string {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new Invalid('use só caracteres ASCII visíveis, sem espaço.');
  return text;
}

export function bindAddress(text: string): string {
  if (ipaddr.isValid(text) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)) return text;
  throw new Invalid('use um endereço IP ou nome de máquina, como 0.0.0.0 ou 127.0.0.1.');
}

export function mailbox(text: string): Mailbox {
  const [, name = '', bracketed, bare] =
    /^(?:"?([^"<>]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/.exec(text) ?? [];
  const address = bracketed ?? bare;
  if (address === undefined) throw new Invalid('use um remetente como Rubrica <nao-responda@exemplo.com.br>');
  return { name: name || 'Rubrica', address };
}

/** The sender if none is configured. @param host as written by `URL` */
export function senderAt(host: string): Mailbox {
  return { name: 'Rubrica', address: `nao-responda@${host.replace(/^\[.*\]$/, 'localhost')}` };
}

export function mailAddress(text: string): string {
  if (!/^[^\s<>@,;]+@[^\s<>@,;]+$/.test(text)) throw new Invalid('use um só endereço, como contato@exemplo.com.br');
  return text;
}

/** One key, or `id:key` pairs of which the first is for new rows; one may have no id, from the time before ids. */
export function masterKeys(text: string): readonly MasterKey[] {
  const keys = list(text).map((item) => {
    const [, id = null, encoded = ''] = /^(?:([A-Za-z0-9_-]{1,32}):)?(.*)$/.exec(item) ?? [];
    return { id, key: masterKey(encoded) };
  });
  const distinct = (values: readonly unknown[]) => new Set(values).size === keys.length;
  if (
    keys.length === 0 ||
    !distinct(keys.map(({ id }) => id)) ||
    !distinct(keys.map(({ key }) => key.toString('hex')))
  ) {
    throw new Invalid(
      'use pares id:chave separados por vírgula, cada id e cada chave uma vez, a primeira a das novas linhas.',
    );
  }
  return keys;
}

function masterKey(text: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  const isEncoded = /^([0-9a-f]{64}|[A-Za-z0-9+/_-]{43}=?)$/i.test(text);
  if (!isEncoded || key.length !== 32) {
    throw new Invalid('use 32 bytes em hexadecimal ou base64 (openssl rand -base64 32), ou pares id:chave.');
  }
  return key;
}

/** The name printed on every certificate of completion. */
export function operatorName(text: string): string {
  if (text.length > 200 || /\p{Cc}/u.test(text)) throw new Invalid('use até 200 caracteres, numa linha.');
  return text;
}

/** A CNPJ or CPF, bare or punctuated. @returns it bare */
export function taxId(text: string): string {
  if (!isCnpj(text) && !isCpf(text)) throw new Invalid('use um CNPJ ou CPF com os dígitos verificadores certos.');
  return normaliseTaxId(text);
}

/** A key as in the DICT: CPF, CNPJ, mobile phone, e-mail or random key. @returns it in the form used in a BR Code */
export function pixKey(text: string): string {
  if (isCnpj(text) || isCpf(text)) return normaliseTaxId(text);
  if (isE164(text)) return text;
  const plain = text.toLowerCase();
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(plain)) return plain;
  // The DICT accepts addresses of at most 77 characters.
  if (/^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(plain) && plain.length <= 77) return plain;
  throw new Invalid('use uma chave Pix: CPF, CNPJ, telefone como +5511987654321, e-mail ou chave aleatória.');
}

/** A name or city in a BR Code: ASCII, so that every bank displays it unchanged. */
export function brCodeText(maxChars: number): (text: string) => string {
  return (text) => {
    if (text.length > maxChars || !/^[\x20-\x7e]+$/.test(text)) {
      throw new Invalid(`use até ${maxChars} caracteres sem acentos, como no BR Code.`);
    }
    return text;
  };
}

export function networks(text: string): readonly string[] {
  return list(text).map((item) => {
    if (ipaddr.isValidCIDR(item)) return item;
    if (ipaddr.IPv4.isValidFourPartDecimal(item)) return `${item}/32`;
    if (ipaddr.IPv6.isValid(item)) return `${item}/128`;
    throw new Invalid('use uma lista de redes separadas por vírgula, como 10.0.0.0/8,192.168.0.1.');
  });
}

export function networksOrNone(text: string): readonly string[] {
  return text.toLowerCase() === 'none' ? [] : networks(text);
}

/** `host` or `host:port`, or `none`. */
export function timeServers(text: string): readonly string[] {
  if (text.toLowerCase() === 'none') return [];
  return list(text).map((item) => {
    const url = URL.parse(`ntp://${item}`);
    if (!url?.hostname || url.host !== item)
      throw new Invalid('use servidores como a.st1.ntp.br ou 10.0.0.1:123, ou none.');
    return item;
  });
}

/** Addresses, not names: nobody else could say where they are. */
export function dnsServers(text: string): readonly string[] {
  const items = list(text);
  try {
    new Resolver().setServers(items);
  } catch {
    throw new Invalid('use endereços IP, como 10.0.0.53 ou 10.0.0.53:5353.');
  }
  return items;
}

export function retrySeconds(text: string): readonly number[] {
  const longest = WEBHOOK_WINDOW_MS / 1000;
  const items = list(text);
  const values = items.map(Number);
  if (items.length === 0 || items.some((item, i) => !/^\d+$/.test(item) || (values[i] ?? 0) > longest)) {
    throw new Invalid(`use segundos inteiros de 0 a ${longest} separados por vírgula, como 10,30,60.`);
  }
  return values;
}

/** `name=value` separated by commas, values percent-encoded, as OpenTelemetry has lists. */
export function keyValues(text: string): Readonly<Record<string, string>> {
  const pairs = list(text).map((item) => {
    const [name = '', ...value] = item.split('=');
    if (!/^[\w.-]+$/.test(name) || value.length === 0) throw new Invalid('use nome=valor, separados por vírgulas.');
    try {
      return [name, decodeURIComponent(value.join('='))] as const;
    } catch {
      throw new Invalid('use valores em codificação percentual.');
    }
  });
  return Object.fromEntries(pairs);
}

/** A part of the whole. */
export function share(text: string): number {
  const value = Number(text);
  if (!/^[\d.]+$/.test(text) || !(value >= 0 && value <= 1)) throw new Invalid('use um número de 0 a 1.');
  return value;
}

export interface WitnessAddress {
  readonly witness: WitnessKey;
  /** Without a slash at the end. */
  readonly url: string;
}

export const MAX_WITNESSES = 16;

const witnessUrl = address(['http:', 'https:'], 'https://testemunha.exemplo/caminho');

export function witnesses(text: string): readonly WitnessAddress[] {
  const found = list(text).map((pair) => {
    const [vkey = '', url = '', ...more] = pair.split(/\s+/);
    const witness = readWitnessKey(vkey);
    if (witness === null || url === '' || more.length > 0) {
      throw new Invalid('use, para cada uma, a chave de verificação (nome+número+base64), um espaço e o endereço.');
    }
    return { witness, url: witnessUrl(url).replace(/\/$/, '') };
  });
  const keys = new Set(found.map(({ witness }) => witness.vkey));
  if (keys.size < found.length) throw new Invalid('há uma testemunha repetida.');
  if (found.length > MAX_WITNESSES) throw new Invalid(`use até ${MAX_WITNESSES} testemunhas.`);
  return found;
}
