import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 ranges that are not public, from IANA's special-purpose registry. */
const specialIpv4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
/** Special ranges within the global IPv6 range: protocols, documentation, and tunnels to any IPv4 address. */
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const toList = (ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
};

const blockedIpv4 = toList(specialIpv4, 'ipv4');
const globalIpv6 = toList(['2000::/3'], 'ipv6');
const blockedIpv6 = toList(specialIpv6, 'ipv6');

export const isPublicAddress = (address: string): boolean => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return !blockedIpv4.check(mapped, 'ipv4');
  if (isIPv6(address)) return globalIpv6.check(address, 'ipv6') && !blockedIpv6.check(address, 'ipv6');
  return isIPv4(address) && !blockedIpv4.check(address, 'ipv4');
};
