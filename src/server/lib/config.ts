import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isLoopback } from '#shared/urls.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { StartupError } from './app-error.ts';
import type { serverOptions } from './options.ts';
import type { Values } from './read-options.ts';

export const { version } = packageJson;

/** Finds the folder of package.json; sources are nested deeper than the build output. */
const findAppRoot = (from: string): string => {
  const parent = dirname(from);
  return existsSync(join(from, 'package.json')) || parent === from ? from : findAppRoot(parent);
};

type OptionValues = Values<typeof serverOptions>;

const assertTogether = (options: OptionValues, name: keyof OptionValues, other: keyof OptionValues): void => {
  if ((options[name] === undefined) !== (options[other] === undefined))
    throw new Error(`--${name} and --${other} go together`);
};

/** Groups the options of a server (`options.ts`). Throws if they contradict each other. */
export const toServerConfig = (options: OptionValues) => {
  assertTogether(options, 'tls-cert', 'tls-key');
  assertTogether(options, 'backup-at', 'backup-to');
  const { 'tls-cert': cert, 'tls-key': key, 'backup-at': at, 'backup-to': to } = options;
  const {
    'admin-email': email,
    'admin-password': password,
    'smtp-url': smtpUrl,
    'metrics-port': metricsPort,
  } = options;
  const root = findAppRoot(import.meta.dirname);
  return {
    host: options.host,
    port: options.port,
    dataDir: options.data,
    databaseUrl: options['database-url'],
    filesUrl: options['files-url'],
    sampleDir: join(root, 'resources', 'sample'),
    webDir: options.web ? join(root, 'out', 'renderer') : undefined,
    isSiteOn: options.site,
    siteRequestsPerMinute: options['site-requests-per-minute'],
    webhookHosts: options['webhook-hosts'],
    trustProxy: options['trust-proxy'],
    tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    isInsecure: options.insecure,
    requestsPerMinute: options['requests-per-minute'],
    tokenSecret: options['jwt-secret'],
    encryptionSecret: options.secret,
    sessionLifetime: { maxDays: options['session-days'], idleDays: options['session-idle-days'] },
    firstAdmin: email && password ? { email, password, hasSample: options.sample } : undefined,
    publicUrl: options['public-url'],
    mail: smtpUrl === undefined ? undefined : { smtpUrl, from: options['mail-from'] },
    auditDays: options['audit-days'],
    metrics: metricsPort === undefined ? undefined : { host: options['metrics-host'], port: metricsPort },
    shutdownDelay: options['shutdown-delay'],
    backups: at !== undefined && to !== undefined ? { at, to, keep: options['backup-keep'] } : undefined,
    logLevel: options['log-level'],
  };
};

type Configured = ReturnType<typeof toServerConfig>;

/** Startup options of a server, set by the command line, the desktop app and the tests. */
export type ServerConfig = Pick<Configured, 'host' | 'port' | 'dataDir' | 'sampleDir' | 'logLevel'> &
  Partial<Configured> & {
    /** Key that every request must carry if the server is for one app only. */
    appKey?: string | undefined;
  };

/** Throws a `StartupError` if passwords would cross a network without encryption, unless the admin allowed it. */
export const assertSecureTransport = ({ host, tls, trustProxy, isInsecure }: ServerConfig): void => {
  if (isLoopback(host) || tls || trustProxy || isInsecure) return;
  throw new StartupError(
    'Passwords would cross the network unencrypted. Add --tls-cert and --tls-key, or --trust-proxy with the address of the HTTPS server in front. To accept the risk, add --insecure.',
    host,
  );
};
