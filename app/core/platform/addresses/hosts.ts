import { lookup } from 'node:dns';
import type { RequestOptions } from 'node:https';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { parseUrl } from '#app/contracts/text/parse-url.ts';

/** Suffixes of names that resolve only within one network or on one machine. */
const PRIVATE_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
];

/** Ranges that are not publicly routable: loopback, private, link-local, metadata, multicast, examples. */
const NOT_PUBLIC = new BlockList();

for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC.addSubnet(net, prefix, 'ipv4');

// Ranges within 2000::/3 that are not public either; the tunnels among them carry any IPv4 address.
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC.addSubnet(net, prefix, 'ipv6');

const GLOBAL_UNICAST = new BlockList();

GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6');

/**
 * DNS lookup for a connection to a foreign address. Names that resolve to a private network are refused here,
 * at the moment of connecting, so that a name cannot change after it was checked (DNS rebinding).
 */
export const publicLookup: NonNullable<RequestOptions['lookup']> = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = found ?? [];
    const isPrivate = addresses.some(
      ({ address, family }) => !isPublicHost(family === 6 ? `[${address}]` : address),
    );
    const refused = isPrivate ? new Error('It leads into a private network.') : error;
    if (refused || addresses.length === 0) callback(refused ?? new Error('It has no address.'), '', 0);
    else if (options.all) callback(null, addresses);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  });
};

const LOOPBACK_NAME = /^(localhost|[\w.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const LOOPBACK_ADDRESS = /^(127(\.\d{1,3}){3}|::ffff:127(\.\d{1,3}){3}|::1)$/i;

/**
 * True for a host that is public as far as its name tells: no address of a private range, and a name with a
 * dot that is not in a private domain. Names are not resolved.
 * @param hostname as URL has it: lower case, every spelling of an IPv4 address as four numbers, IPv6 in
 * brackets
 */
export function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) {
    const address = hostname.slice(1, -1);
    return isIPv6(address) && GLOBAL_UNICAST.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6');
  }
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  if (isIPv4(name)) return !NOT_PUBLIC.check(name, 'ipv4');
  return name.includes('.') && !PRIVATE_SUFFIXES.some((end) => name.endsWith(`.${end}`));
}

/**
 * Returns the reason why an address must not be fetched, or null for a public one.
 * @param address as an untrusted caller wrote it
 */
export function objectionToAddress(address: string): string | null {
  // URL repairs what other parsers read differently: it drops line breaks, and reads a backslash as a slash.
  const url = /[\s\\]/.test(address) ? null : parseUrl(address);
  if (url === null) return 'must be an address';
  const { protocol, username, password, hostname } = url;
  if (protocol !== 'https:' && protocol !== 'http:') return 'must be an http(s) address';
  if (username !== '' || password !== '') return 'must be an address without a name or password';
  return isPublicHost(hostname) ? null : 'must be an address on the public internet';
}

/** True for a host name that always means the local machine. */
export function isLoopbackName(name: string): boolean {
  return LOOPBACK_NAME.test(name);
}

/** True for the remote address of a connection from this machine. */
export function isLoopbackAddress(address: string): boolean {
  return LOOPBACK_ADDRESS.test(address);
}
