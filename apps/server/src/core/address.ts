import ipaddr from 'ipaddr.js';

/**
 * The prefix length of an IPv6 network assigned to one customer (RFC 6177, RIPE-690), who can call from any of its 2^64
 * addresses.
 */
const SITE_BITS = 64;

/** The unit counted by per-address limits: an IPv4 address, or the /64 of an IPv6 address, `2001:db8:1:2::/64`. */
export function addressKey(ip: string): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.split('%', 1)[0]}/${SITE_BITS}`).toString()}/${SITE_BITS}`;
}
