import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };

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

export const defaultAuditDays = 365;
export const auditDaysRange = { from: 30, to: 3650 };

/** Returns the defaults of the options for the connection; the command line takes precedence. */
export const transportFromEnvironment = (environment: NodeJS.ProcessEnv) => ({
  trustProxy: environment.BACKOFFICE_TRUST_PROXY || undefined,
  tlsCert: environment.BACKOFFICE_TLS_CERT || undefined,
  tlsKey: environment.BACKOFFICE_TLS_KEY || undefined,
  isInsecure: environment.BACKOFFICE_INSECURE === '1',
});

/** Returns the default host and port; the command line takes precedence. */
export const addressFromEnvironment = (environment: NodeJS.ProcessEnv): { host: string; port: string } => ({
  host: environment.BACKOFFICE_HOST || '127.0.0.1',
  port: environment.BACKOFFICE_PORT || '4780',
});

/** Returns the defaults of the options for operating the server; the command line takes precedence. */
export const operationFromEnvironment = (environment: NodeJS.ProcessEnv) => ({
  metricsHost: environment.BACKOFFICE_METRICS_HOST || '127.0.0.1',
  metricsPort: environment.BACKOFFICE_METRICS_PORT || undefined,
  shutdownDelay: environment.BACKOFFICE_SHUTDOWN_DELAY || '0',
  timeZone: environment.BACKOFFICE_TIME_ZONE || undefined,
});

/** Returns the defaults of the options for daily backups; the command line takes precedence. */
export const backupsFromEnvironment = (environment: NodeJS.ProcessEnv) => ({
  at: environment.BACKOFFICE_BACKUP_AT || undefined,
  to: environment.BACKOFFICE_BACKUP_TO || undefined,
  keep: environment.BACKOFFICE_BACKUP_KEEP || undefined,
});

/** Returns the default lifetime of sessions; the command line takes precedence. */
export const sessionDaysFromEnvironment = (environment: NodeJS.ProcessEnv): { max: string; idle: string } => ({
  max: environment.BACKOFFICE_SESSION_DAYS || '30',
  idle: environment.BACKOFFICE_SESSION_IDLE_DAYS || '7',
});

export const configFromEnvironment = (
  environment: NodeJS.ProcessEnv,
): Pick<
  ServerConfig,
  'tokenSecret' | 'encryptionSecret' | 'databaseUrl' | 'filesUrl' | 'firstAdmin' | 'publicUrl' | 'mail' | 'logLevel'
> => {
  const email = environment.BACKOFFICE_ADMIN_EMAIL;
  const password = environment.BACKOFFICE_ADMIN_PASSWORD;
  const smtpUrl = environment.BACKOFFICE_SMTP_URL;
  return {
    tokenSecret: environment.BACKOFFICE_JWT_SECRET || undefined,
    encryptionSecret: environment.BACKOFFICE_SECRET || undefined,
    databaseUrl: environment.BACKOFFICE_DATABASE_URL || undefined,
    filesUrl: environment.BACKOFFICE_FILES_URL || undefined,
    firstAdmin: email && password ? { email, password, hasSample: environment.BACKOFFICE_SAMPLE === '1' } : undefined,
    publicUrl: environment.BACKOFFICE_PUBLIC_URL || undefined,
    mail: smtpUrl ? { smtpUrl, from: environment.BACKOFFICE_MAIL_FROM || '' } : undefined,
    logLevel: environment.BACKOFFICE_LOG_LEVEL || 'info',
  };
};

/** Finds the folder of package.json; sources are nested deeper than the build output. */
export const findAppRoot = (from: string): string => {
  const parent = dirname(from);
  return existsSync(join(from, 'package.json')) || parent === from ? from : findAppRoot(parent);
};

const dataHome = () => {
  if (process.platform === 'win32') return process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share');
};

/** Returns the default data folder of a server started from the command line. */
export const defaultDataDir = (): string => join(dataHome(), 'catalogue-back-office-server');
