import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { getTimeZone } from '#shared/local-day.ts';
import { parseKeep, parseTarget } from './backup/snapshots.ts';
import { StartupError } from './lib/app-error.ts';
import { fail, readArguments } from './lib/command-line.ts';
import {
  addressFromEnvironment,
  auditDaysRange,
  backupsFromEnvironment,
  configFromEnvironment,
  defaultAuditDays,
  defaultDataDir,
  findAppRoot,
  operationFromEnvironment,
  type ServerConfig,
  sessionDaysFromEnvironment,
  transportFromEnvironment,
} from './lib/config.ts';
import {
  endProcess,
  ignoreOutputErrors,
  killProcess,
  onSignals,
  stopAfterUncaughtError,
  stopLimit,
} from './lib/process-end.ts';
import { parseProxies } from './lib/transport.ts';
import { startServer } from './start.ts';

// Only the user who runs the server may read its data, files and keys, regardless of the folder's permissions.
process.umask(0o077);
ignoreOutputErrors();

const address = addressFromEnvironment(process.env);
const sessionDays = sessionDaysFromEnvironment(process.env);
const transport = transportFromEnvironment(process.env);
const operation = operationFromEnvironment(process.env);
const backups = backupsFromEnvironment(process.env);

const usage = `Usage: npm run serve -- [options]

Starts the API server. To serve the web app too, use npm run web.

  --port NUMBER         Port to listen on (default ${address.port}; 0 picks a free port)
  --host ADDRESS        Address to listen on (default ${address.host}; 127.0.0.1 is this computer only)
  --tls-cert FILE       Certificate for HTTPS, with its chain (PEM). Reloaded when it is renewed
  --tls-key FILE        Private key of the certificate (PEM)
  --trust-proxy ADDRESS[,ADDRESS or CIDR]
                        Web servers in front, whose X-Forwarded-For names the client's address
  --insecure            Allow plain HTTP on an address that others can reach
  --data DIR            Folder for the database and uploads
  --database-url URL    PostgreSQL database, such as postgres://user:password@host/name.
                        Set BACKOFFICE_DATABASE_URL instead to keep the password out of the process list
  --files-url URL       Bucket for uploads instead of the data folder, such as
                        s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-west-1. Set the keys in
                        AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY
  --requests-per-minute NUMBER
                        Requests allowed per client address (default 3000).
                        Raise it when a whole office shares one address
  --session-days NUMBER Days from a login to the end of its session (default ${sessionDays.max})
  --session-idle-days NUMBER
                        Days after which an unused session ends (default ${sessionDays.idle})
  --public-url URL      Address under which people open this server, such as https://backoffice.example.com.
                        Requests with another Host header are rejected, and emails link to it
  --smtp-url URL        SMTP server for emails with one-time codes, such as smtps://user:password@mail.example.com.
                        Set BACKOFFICE_SMTP_URL instead to keep the password out of the process list
  --mail-from ADDRESS   Sender of these emails
  --audit-days NUMBER   Days that entries of the audit log are kept (default ${defaultAuditDays}, at least ${auditDaysRange.from})
  --metrics-port NUMBER Port of the metrics for Prometheus (default none; 0 picks a free port)
  --metrics-host ADDRESS
                        Address of the metrics, which have no login (default ${operation.metricsHost})
  --shutdown-delay NUMBER
                        Seconds to keep handling requests after a signal to stop, while /health/ready
                        reports 503, so that load balancers stop sending any (default ${operation.shutdownDelay})
  --time-zone NAME      Time zone of the office, such as Asia/Kolkata: when a day begins and ends for everyone,
                        and of --backup-at (default the system's, ${getTimeZone()})
  --backup-at TIME      Make a backup every day at this time, such as 02:00
  --backup-to DIR       Folder of these backups, such as /srv/backups
  --backup-keep NUMBER  Keep this many of them (default all)
  --web                 Also serve the web app
  --help                Show this help`;

const parseOptions = () =>
  readArguments(
    usage,
    () =>
      parseArgs({
        options: {
          port: { type: 'string', default: address.port },
          host: { type: 'string', default: address.host },
          'tls-cert': { type: 'string', default: transport.tlsCert },
          'tls-key': { type: 'string', default: transport.tlsKey },
          'trust-proxy': { type: 'string', default: transport.trustProxy },
          insecure: { type: 'boolean', default: transport.isInsecure },
          data: { type: 'string', default: defaultDataDir() },
          'database-url': { type: 'string' },
          'files-url': { type: 'string' },
          'requests-per-minute': { type: 'string' },
          'session-days': { type: 'string', default: sessionDays.max },
          'session-idle-days': { type: 'string', default: sessionDays.idle },
          'public-url': { type: 'string' },
          'smtp-url': { type: 'string' },
          'mail-from': { type: 'string' },
          'audit-days': { type: 'string', default: String(defaultAuditDays) },
          'metrics-port': { type: 'string', default: operation.metricsPort },
          'metrics-host': { type: 'string', default: operation.metricsHost },
          'shutdown-delay': { type: 'string', default: operation.shutdownDelay },
          'time-zone': { type: 'string', default: operation.timeZone },
          'backup-at': { type: 'string', default: backups.at },
          'backup-to': { type: 'string', default: backups.to },
          'backup-keep': { type: 'string', default: backups.keep },
          web: { type: 'boolean', default: false },
          help: { type: 'boolean', default: false },
        },
      }).values,
  );

const readCount = (name: string, value: string, { from, to }: { from: number; to: number }): number => {
  const count = Number(value);
  if (!Number.isInteger(count) || count < from || count > to)
    fail(`--${name} must be a number from ${from} to ${to}\n\n${usage}`);
  return count;
};

const readPort = (name: string, value: string): number => readCount(name, value, { from: 0, to: 65_535 });
const readDays = (name: string, value: string): number => readCount(name, value, { from: 1, to: 365 });
const readUrl = (name: string, value: string | undefined): string | undefined => {
  if (value !== undefined && !(/^https?:/.test(value) && URL.canParse(value)))
    fail(`--${name} must be a URL, such as https://backoffice.example.com\n\n${usage}`);
  return value;
};

const readMail = (options: ReturnType<typeof parseOptions>, { mail }: Pick<ServerConfig, 'mail'>) => {
  const smtpUrl = options['smtp-url'] ?? mail?.smtpUrl;
  if (smtpUrl === undefined) return undefined;
  return { smtpUrl, from: options['mail-from'] ?? mail?.from ?? '' };
};

const readTransport = (
  options: ReturnType<typeof parseOptions>,
): Pick<ServerConfig, 'tls' | 'trustProxy' | 'isInsecure'> => {
  const { 'tls-cert': cert, 'tls-key': key, 'trust-proxy': proxies, insecure: isInsecure } = options;
  if ((cert === undefined) !== (key === undefined)) fail(`--tls-cert and --tls-key go together\n\n${usage}`);
  const trustProxy = proxies === undefined ? undefined : parseProxies(proxies);
  if (trustProxy === null)
    return fail(`--trust-proxy must be a list of addresses like 10.0.0.5,192.168.1.0/24\n\n${usage}`);
  return {
    tls: cert !== undefined && key !== undefined ? { cert: resolve(cert), key: resolve(key) } : undefined,
    trustProxy,
    isInsecure,
  };
};

const readBackups = (options: ReturnType<typeof parseOptions>): ServerConfig['backups'] => {
  const { 'backup-at': at, 'backup-to': to, 'backup-keep': keep } = options;
  if (at === undefined && to === undefined) return undefined;
  if (at === undefined || to === undefined) return fail(`--backup-at and --backup-to go together\n\n${usage}`);
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at)) fail(`--backup-at must be a time, such as 02:00\n\n${usage}`);
  return readArguments(usage, () => ({
    at,
    to: parseTarget(to),
    keep: keep === undefined ? undefined : parseKeep(keep),
  }));
};

/** Makes the zone that of the whole process and of those that it starts. */
const setTimeZone = (name: string): void => {
  try {
    process.env.TZ = Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    fail(`--time-zone must be a time zone, such as Asia/Kolkata\n\n${usage}`);
  }
};

const readConfig = (): ServerConfig => {
  const options = parseOptions();
  if (options.help) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  if (options['time-zone'] !== undefined) setTimeZone(options['time-zone']);
  const environment = configFromEnvironment(process.env);
  const perMinute = options['requests-per-minute'];
  const metricsPort = options['metrics-port'];
  const productDir = findAppRoot(import.meta.dirname);
  return {
    ...environment,
    ...readTransport(options),
    host: options.host,
    port: readPort('port', options.port),
    metrics:
      metricsPort === undefined
        ? undefined
        : { host: options['metrics-host'], port: readPort('metrics-port', metricsPort) },
    shutdownDelay: readCount('shutdown-delay', options['shutdown-delay'], { from: 0, to: 30 }),
    requestsPerMinute:
      perMinute === undefined ? undefined : readCount('requests-per-minute', perMinute, { from: 1, to: 10_000_000 }),
    auditDays: readCount('audit-days', options['audit-days'], auditDaysRange),
    sessionLifetime: {
      maxDays: readDays('session-days', options['session-days']),
      idleDays: readDays('session-idle-days', options['session-idle-days']),
    },
    dataDir: resolve(options.data),
    databaseUrl: options['database-url'] ?? environment.databaseUrl,
    filesUrl: options['files-url'] ?? environment.filesUrl,
    publicUrl: readUrl('public-url', options['public-url'] ?? environment.publicUrl),
    mail: readMail(options, environment),
    backups: readBackups(options),
    sampleDir: join(productDir, 'resources', 'sample'),
    webDir: options.web ? join(productDir, 'out', 'renderer') : undefined,
  };
};

try {
  const config = readConfig();
  const server = await startServer(config);
  process.stdout.write(`${JSON.stringify({ url: server.url, metricsUrl: server.metricsUrl })}\n`);
  if (server.setupCode !== undefined) {
    process.stderr.write(`To create the first admin account, enter the setup code ${server.setupCode}\n`);
  }
  const limit = (config.shutdownDelay ?? 0) * 1000 + stopLimit;
  const stop = () => void endProcess(server.stop, { code: 0, limit });
  onSignals({ stop, kill: killProcess });
  stopAfterUncaughtError(server.stop);
  process.send?.(limit);
  // The supervisor stops this server, or has been killed, so that no signal to it would.
  if (process.connected === false) stop();
  process.on('disconnect', stop);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  fail(`${error.path}: ${error.message}`);
}
