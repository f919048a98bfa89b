import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Option } from './read-options.ts';

const dataHome = () => {
  if (process.platform === 'win32') return process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share');
};

const asText = (text: string): string => text;

/** A whole number. */
export const asNumber =
  (from: number, to: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < from || value > to)
      throw new Error(`must be a number from ${from} to ${to}`);
    return value;
  };

const asPort = asNumber(0, 65_535);
const asDays = asNumber(1, 365);

/** A switch. In the environment, 1 turns it on. */
export const asSwitch = (text: string): boolean => text === '1';

const asUrl = (text: string): string => {
  if (/^https?:/.test(text) && URL.canParse(text)) return text;
  throw new Error('must be a URL, such as https://backoffice.example.com');
};

const proxySchema = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  // Would believe every client.
  .refine((range) => !range.endsWith('/0'));

const asProxies = (text: string): string[] => {
  const parsed = z.array(proxySchema).safeParse(text.split(',').map((entry) => entry.trim()));
  if (parsed.success) return parsed.data;
  throw new Error('must be a list of addresses like 10.0.0.5,192.168.1.0/24');
};

const asTimeZone = (text: string): string => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new Error('must be a time zone, such as Asia/Kolkata');
  }
};

const asTime = (text: string): string => {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return text;
  throw new Error('must be a time, such as 02:00');
};

/** The folder of backups. */
export const asBackupFolder = (text: string): string => {
  if (!/^s3:/i.test(text)) return resolve(text);
  throw new Error('must be a folder. Copy the backups to a bucket with rclone or restic');
};

/** How many backups to keep. */
export const asKeep = asNumber(1, 999_999);

const noProcessList = 'Set the variable instead to keep the password out of the process list';

export const defaultAuditDays = 365;

/** All options of the server, as flags (`--data`) and variables (`BACKOFFICE_DATA`). The other commands have some of them. */
export const serverOptions = {
  port: {
    value: 'NUMBER',
    default: '4780',
    parse: asPort,
    help: 'Port to listen on; 0 picks a free one',
  },
  host: {
    value: 'ADDRESS',
    default: '127.0.0.1',
    parse: asText,
    help: 'Address to listen on; 127.0.0.1 is this computer only, 0.0.0.0 everyone',
  },
  'tls-cert': {
    value: 'FILE',
    parse: resolve,
    help: 'Certificate for HTTPS, with its chain (PEM). Reloaded when it is renewed',
  },
  'tls-key': { value: 'FILE', parse: resolve, help: 'Private key of the certificate (PEM)' },
  'trust-proxy': {
    value: 'ADDRESS[,ADDRESS or CIDR]',
    parse: asProxies,
    help: "Web servers in front, whose X-Forwarded-For names the client's address",
  },
  insecure: {
    parse: asSwitch,
    help: 'Allow plain HTTP on an address that others can reach. They can then read passwords',
  },
  data: {
    value: 'DIR',
    default: join(dataHome(), 'catalogue-back-office-server'),
    describedDefault: 'catalogue-back-office-server in the folder for data of apps',
    parse: resolve,
    help: 'Folder for the database, the uploads and the keys',
  },
  'database-url': {
    value: 'URL',
    parse: asText,
    help: `PostgreSQL database instead of SQLite, such as postgres://user:password@host/name. ${noProcessList}`,
  },
  'files-url': {
    value: 'URL',
    parse: asText,
    help: 'Bucket for uploads instead of the data folder, such as s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-west-1. Set the keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  },
  'requests-per-minute': {
    value: 'NUMBER',
    default: '3000',
    parse: asNumber(1, 10_000_000),
    help: 'Requests allowed per client address. Raise it when a whole office shares one address',
  },
  'session-days': {
    value: 'NUMBER',
    default: '30',
    parse: asDays,
    help: 'Days from a login to the end of its session',
  },
  'session-idle-days': {
    value: 'NUMBER',
    default: '7',
    parse: asDays,
    help: 'Days after which an unused session ends',
  },
  'public-url': {
    value: 'URL',
    parse: asUrl,
    help: 'Address under which people open this server, such as https://backoffice.example.com. Requests with another Host header are rejected, emails link to it, and passkeys belong to it',
  },
  'smtp-url': {
    value: 'URL',
    parse: asText,
    help: `SMTP server for emails with one-time codes, such as smtps://user:password@mail.example.com. ${noProcessList}`,
  },
  'mail-from': { value: 'ADDRESS', default: '', parse: asText, help: 'Sender of these emails' },
  'audit-days': {
    value: 'NUMBER',
    default: String(defaultAuditDays),
    parse: asNumber(30, 3650),
    help: 'Days that entries of the audit log are kept, at least 30',
  },
  'metrics-port': {
    value: 'NUMBER',
    parse: asPort,
    help: 'Port of the metrics for Prometheus; 0 picks a free one. Without it, there are none',
  },
  'metrics-host': {
    value: 'ADDRESS',
    default: '127.0.0.1',
    parse: asText,
    help: 'Address of the metrics, which have no login',
  },
  'shutdown-delay': {
    value: 'NUMBER',
    default: '0',
    parse: asNumber(0, 30),
    help: 'Seconds to keep handling requests after a signal to stop, while /health/ready reports 503, so that load balancers stop sending any',
  },
  'time-zone': {
    value: 'NAME',
    describedDefault: 'that of the system',
    parse: asTimeZone,
    help: 'Time zone of the office, such as Asia/Kolkata: when a day begins and ends for everyone, and of --backup-at',
  },
  'backup-at': { value: 'TIME', parse: asTime, help: 'Make a backup every day at this time, such as 02:00' },
  'backup-to': { value: 'DIR', parse: asBackupFolder, help: 'Folder of these backups, such as /srv/backups' },
  'backup-keep': { value: 'NUMBER', parse: asKeep, help: 'Keep this many of them; by default all' },
  web: { parse: asSwitch, help: 'Also serve the web app' },
  site: { parse: asSwitch, help: 'Turn on the API for websites, whatever Settings → Website says (docs/website.md)' },
  'site-requests-per-minute': {
    value: 'NUMBER',
    default: '3000',
    parse: asNumber(1, 1_000_000),
    help: 'Requests of websites allowed per client address without a read token. With one, and for files, ten times as many',
  },
  'webhook-hosts': {
    value: 'HOST[:PORT],…',
    parse: (text: string) => text.split(',').map((host) => host.trim().toLowerCase()),
    help: 'Hosts in private networks to which webhooks may send, such as hooks.internal or 10.0.0.5:8080',
  },
  'admin-email': {
    value: 'EMAIL',
    isVariableOnly: true,
    parse: asText,
    help: 'Creates the first admin if there is no user, with the password of the next variable',
  },
  'admin-password': { value: 'PASSWORD', isVariableOnly: true, parse: asText, help: 'Password of the first admin' },
  sample: { isVariableOnly: true, parse: asSwitch, help: 'Adds the sample catalogue with the first admin' },
  secret: {
    value: 'SECRET',
    isVariableOnly: true,
    parse: asText,
    help: 'Encrypts the keys that servers share in a PostgreSQL database; at least 32 characters',
  },
  'jwt-secret': {
    value: 'SECRET',
    isVariableOnly: true,
    parse: asText,
    help: 'Key for session tokens, instead of a generated one',
  },
  'log-level': {
    value: 'LEVEL',
    isVariableOnly: true,
    default: 'info',
    parse: asText,
    help: 'How much the server logs: silent, fatal, error, warn, info, debug or trace',
  },
} satisfies Record<string, Option>;
