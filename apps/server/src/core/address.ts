import ipaddr from 'ipaddr.js';

/** Of an IPv6 address, what one customer is given as a whole (RFC 6177, RIPE-690): its holder has 2^64 to call from. */
const SITE_BITS = 64;

/** Whom limits per address count: an IPv4 address, or the /64 that an IPv6 address is in, `2001:db8:1:2::/64`. */
export function addressKey(ip: string): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.split('%', 1)[0]}/${SITE_BITS}`).toString()}/${SITE_BITS}`;
}
