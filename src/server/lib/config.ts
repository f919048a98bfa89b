import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isLoopback } from '#shared/urls.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { StartupError } from './app-error.ts';
import type { serverOptions } from './options.ts';
import type { Values } from './read-options.ts';

export const { version } = packageJson;

/** An SMTP server and the sender of the emails. */
export type MailSettings = { smtpUrl: string; from: string };

/** Startup options of a server, set by the command line, the desktop app and the tests. */
export type ServerConfig = {
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** Folder of the database, the stored files and the token key. */
  dataDir: string;
  /** PostgreSQL database to use instead of the one in the data folder. */
  databaseUrl?: string | undefined;
  /** Bucket of the stored files, `s3://bucket/prefix?…`, to use instead of a folder in the data folder. */
  filesUrl?: string | undefined;
  sampleDir: string;
  /** Folder of the built renderer, if the server also serves it. */
  webDir?: string | undefined;
  /** Key that every request must carry if the server is for one app only. */
  appKey?: string | undefined;
  /** Addresses and ranges of web servers in front; the client address that they report is believed. */
  trustProxy?: string[] | undefined;
  /** Files for HTTPS, in PEM format. */
  tls?: { cert: string; key: string } | undefined;
  /** Allows plain HTTP on an address that others can reach. */
  isInsecure?: boolean | undefined;
  /** Rate limit per address on a server that others can reach; a whole office may share one address. */
  requestsPerMinute?: number | undefined;
  /** Key for session tokens, instead of a generated one. */
  tokenSecret?: string | undefined;
  /** Secret that encrypts the generated keys in a PostgreSQL database. */
  encryptionSecret?: string | undefined;
  /** How long sessions last after the login and after their last use. */
  sessionLifetime?: { maxDays: number; idleDays: number } | undefined;
  /** First administrator, created if no user exists. */
  firstAdmin?: { email: string; password: string; hasSample: boolean } | undefined;
  /** Address under which people open this server, for links in emails and the check of the `Host` header. */
  publicUrl?: string | undefined;
  /** Emails with one-time codes; without it, only admins create codes. */
  mail?: MailSettings | undefined;
  /** Days that entries of the audit log are kept, at least 30. */
  auditDays?: number | undefined;
  /** Address of the metrics for Prometheus, which have no login. */
  metrics?: { host: string; port: number } | undefined;
  /** Seconds that a stopping server still handles requests, so that load balancers find it not ready. */
  shutdownDelay?: number | undefined;
  /** Daily backups: the time in the office's zone, the folder, and how many to keep. */
  backups?: { at: string; to: string; keep: number | undefined } | undefined;
  logLevel: string;
};

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

/** Throws if options contradict each other. */
export const toServerConfig = (options: OptionValues): ServerConfig => {
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

/** Throws a `StartupError` if passwords would cross a network without encryption, unless the admin allowed it. */
export const assertSecureTransport = ({ host, tls, trustProxy, isInsecure }: ServerConfig): void => {
  if (isLoopback(host) || tls || trustProxy || isInsecure) return;
  throw new StartupError(
    'Passwords would cross the network unencrypted. Add --tls-cert and --tls-key, or --trust-proxy with the address of the HTTPS server in front. To accept the risk, add --insecure.',
    host,
  );
};
