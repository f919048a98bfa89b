import { isLoopback } from '#shared/loopback.ts';
import { StartupError } from './app-error.ts';
import type { ServerConfig } from './config.ts';

/** Throws a `StartupError` if passwords would cross a network without encryption, unless the admin allowed it. */
export const assertSecureTransport = ({ host, tls, trustProxy, isInsecure }: ServerConfig): void => {
  if (isLoopback(host) || tls || trustProxy || isInsecure) return;
  throw new StartupError(
    'Passwords would cross the network unencrypted. Add --tls-cert and --tls-key, or --trust-proxy with the address of the HTTPS server in front. To accept the risk, add --insecure.',
    host,
  );
};
