import { type Rule, rule } from '@rubrica/contract';
import ipaddr from 'ipaddr.js';
import type { NetworkCheck } from '../core/networks.ts';

/** In a public range, but serving the machine's own cloud: Azure's agent and metadata address. */
const METADATA = ['168.63.129.16'];

/**
 * Why nothing may be sent to this address, for a webhook's owner, or null.
 *
 * Public unicast addresses are allowed, and those in `excepted` networks (the operator's). For IPv6 that is
 * 2000::/3 except the special blocks of the IANA registry; forms with an embedded IPv4 address (mapped, compatible,
 * NAT64, 6to4, Teredo, ISATAP) are refused whatever the address, because what they reach depends on the network.
 */
export function addressRefusal(address: string, excepted: NetworkCheck): Rule | null {
  if (!ipaddr.isValid(address)) return rule('ipBroken');
  const parsed = ipaddr.parse(address);
  if (excepted(parsed)) return null;
  const shown = parsed.toString();
  if (METADATA.includes(shown)) return rule('ipMetadata', { endereco: shown });
  const range = parsed.range();
  if (range !== 'unicast') return rule('ipRange', { endereco: shown, faixa: range });
  if (parsed.kind() === 'ipv6') {
    const parts = (parsed as ipaddr.IPv6).parts;
    const isGlobal = ((parts[0] ?? 0) & 0xe000) === 0x2000;
    // ISATAP (RFC 5214): an interface identifier of 0:5efe or 200:5efe and an IPv4 address.
    const isIsatap = ((parts[4] ?? 0) & ~0x0200) === 0 && parts[5] === 0x5efe;
    if (!isGlobal || isIsatap) return rule('ipPrivate', { endereco: shown });
  }
  return null;
}
