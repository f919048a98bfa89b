import { isIPv6 } from 'node:net';
import { isLoopback } from '#shared/loopback.ts';

const groupCount = 8;
const networkGroups = 4;

/**
 * Returns what counts as one address for limits: an IPv4 address, or the first 64 bits of an IPv6 address, because one
 * client can use all addresses of such a network.
 */
export const toNetwork = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address) || isLoopback(address)) return address;
  const [start = '', end] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const before = start ? start.split(':') : [];
  const after = end ? end.split(':') : [];
  const zeros = end === undefined ? 0 : groupCount - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after];
  return groups
    .slice(0, networkGroups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
};
