import { isIP } from 'node:net';
import { isLoopback } from '#shared/urls.ts';

const wildcards = ['0.0.0.0', '::', ''];

/** An IPv6 address in a URL has brackets. */
export const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1').toLowerCase();

type ListenAddress = { host: string; publicUrl?: string | undefined };

/**
 * Returns whether a request may name a host in its `Host` header. Prevents DNS rebinding: another site can point its
 * host name at this server. A name is rejected wherever the server knows its own; an IP address can't be rebound.
 */
export const createHostCheck = ({ host, publicUrl }: ListenAddress): ((name: string) => boolean) => {
  const known = publicUrl === undefined ? [] : [withoutBrackets(new URL(publicUrl).hostname)];
  if (!wildcards.includes(host)) known.push(withoutBrackets(host));
  if (known.length === 0) return () => true;
  const isLocal = isLoopback(host);
  return (name) => {
    const plain = withoutBrackets(name);
    return known.includes(plain) || isLoopback(plain) || (!isLocal && isIP(plain) !== 0);
  };
};
