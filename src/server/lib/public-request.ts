import { type LookupAddress, lookup as lookupHost } from 'node:dns';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  // All other IPv6 addresses are special or not assigned yet.
  const isAssigned = address instanceof ipaddr.IPv6 ? address.match(globalIpv6) : true;
  return isAssigned && address.range() === 'unicast';
};

/** How hosts on the internet are reached. Only tests replace it, because their servers run on this computer. */
export type Network = {
  lookup: (hostname: string, callback: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void;
  /** Maps a public address to the one to connect to. */
  toReachable: (address: LookupAddress) => LookupAddress;
};

export const internet: Network = {
  lookup: (hostname, callback) => lookupHost(hostname, { all: true }, callback),
  toReachable: (address) => address,
};

/** Thrown for a host that isn't on the internet. */
export class NotPublicError extends Error {}

/** Resolves only to public addresses. The socket connects to the checked address, which rules out DNS rebinding. */
const lookupPublic =
  ({ lookup, toReachable }: Network, isAllowed: boolean): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, (error, addresses) => {
      if (error) return callback(error, []);
      const reachable = isAllowed
        ? [...addresses]
        : addresses.filter(({ address }) => isPublicAddress(address)).map(toReachable);
      const [first] = reachable;
      if (!first) return callback(new NotPublicError(), []);
      if (options.all) return callback(null, reachable);
      callback(null, first.address, first.family);
    });
  };

/** Whether a host can be asked without looking it up: a name, or an address on the internet. */
export const isPublicHost = ({ hostname }: URL): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 || isPublicAddress(host);
};

/** Sends a request to a server on the internet and follows no redirect. With `isAllowed`, it may be anywhere. */
export const requestPublic = (
  url: URL,
  {
    network,
    isAllowed = false,
    body,
    ...options
  }: Pick<RequestOptions, 'method' | 'headers' | 'signal'> & { network: Network; isAllowed?: boolean; body?: string },
): Promise<IncomingMessage> => {
  // An IP address needs no lookup, so it is checked here.
  if (!isAllowed && !isPublicHost(url)) return Promise.reject(new NotPublicError());
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, { ...options, agent: false, lookup: lookupPublic(network, isAllowed) })
      .once('error', reject)
      .once('response', resolve)
      .end(body);
  });
};
