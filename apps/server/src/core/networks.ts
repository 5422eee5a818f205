import ipaddr from 'ipaddr.js';

/** An address, or a network with its prefix length, as represented by `ipaddr.js`. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Whether a URL's host is always this machine itself: localhost, names under it (RFC 6761, section 6.3), 127.0.0.0/8
 * and ::1.
 * @param hostname as written by `URL`, IPv6 in brackets
 */
export function isLocalHost(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  const bare = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) && ipaddr.parse(bare).range() === 'loopback';
}

/** Whether an address is in one of some networks. */
export type NetworkCheck = (address: Address) => boolean;

/** @param networks CIDRs */
export function createNetworkCheck(networks: readonly string[]): NetworkCheck {
  const ranges = networks.map((network) => ipaddr.parseCIDR(network));
  return (address) =>
    ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base as never, bits));
}

const peers = new WeakMap<PeerSocket, Address | null>();

/** What of a socket tells who is at its other end. */
interface PeerSocket {
  readonly remoteAddress?: string | undefined;
}

/** The address at the other end of a connection, which stays who it is. Null if it is not an address. */
export function peerOf(socket: PeerSocket): Address | null {
  const known = peers.get(socket);
  if (known !== undefined) return known;
  const peer = parseAddress(socket.remoteAddress ?? '');
  peers.set(socket, peer);
  return peer;
}

/** Parses an address; an IPv4 address mapped into IPv6 is returned as IPv4. Null if the text is not an address. */
export function parseAddress(text: string): Address | null {
  try {
    return ipaddr.process(text.replace(/^\[|\]$/g, ''));
  } catch {
    return null;
  }
}
