import { z } from 'zod';
import { isLoopback } from '#shared/loopback.ts';
import { StartupError } from './app-error.ts';
import type { ServerConfig } from './config.ts';

const proxySchema = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  // Would believe every client.
  .refine((range) => !range.endsWith('/0'));

/** Parses a list like `10.0.0.5,192.168.1.0/24`. Returns null if it has anything but addresses and ranges. */
export const parseProxies = (list: string): string[] | null => {
  const parsed = z.array(proxySchema).safeParse(list.split(',').map((entry) => entry.trim()));
  return parsed.success ? parsed.data : null;
};

/** Throws a `StartupError` if passwords would cross a network without encryption, unless the admin allowed it. */
export const assertSecureTransport = ({ host, tls, trustProxy, isInsecure }: ServerConfig): void => {
  if (isLoopback(host) || tls || trustProxy || isInsecure) return;
  throw new StartupError(
    'Passwords would cross the network unencrypted. Add --tls-cert and --tls-key, or --trust-proxy with the address of the HTTPS server in front. To accept the risk, add --insecure.',
    host,
  );
};
