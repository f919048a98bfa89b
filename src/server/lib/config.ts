import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };

export const { version } = packageJson;

/** Everything that a server is started with. The command line, the desktop app and the tests all give one. */
export type ServerConfig = {
  host: string;
  /** 0 picks a free one. */
  port: number;
  /** Folder of the database, the stored files and the server's key. */
  dataDir: string;
  /** A PostgreSQL database in place of the one in the data folder. */
  databaseUrl?: string | undefined;
  /** Folder of the sample catalogue. */
  sampleDir: string;
  /** Folder of the built renderer, to be served as well. */
  webDir?: string | undefined;
  /** What every request must carry, when the server is there for one app alone. */
  appKey?: string | undefined;
  /** How often one address may ask where others can reach the server: a whole office may have one. */
  requestsPerMinute?: number | undefined;
  /** Key for the tokens; kept in the data folder where none is given. */
  tokenSecret?: string | undefined;
  /** The first administrator, created where there is none yet. */
  firstAdmin?: { email: string; password: string; hasSample: boolean } | undefined;
  logLevel: string;
};

/** The default host and port; the command line takes precedence. */
export const addressFromEnvironment = (environment: NodeJS.ProcessEnv): { host: string; port: string } => ({
  host: environment.BACKOFFICE_HOST || '127.0.0.1',
  port: environment.BACKOFFICE_PORT || '4780',
});

/** The settings that come from the environment, for whoever starts the server. */
export const configFromEnvironment = (
  environment: NodeJS.ProcessEnv,
): Pick<ServerConfig, 'tokenSecret' | 'databaseUrl' | 'firstAdmin' | 'logLevel'> => {
  const email = environment.BACKOFFICE_ADMIN_EMAIL;
  const password = environment.BACKOFFICE_ADMIN_PASSWORD;
  return {
    tokenSecret: environment.BACKOFFICE_JWT_SECRET || undefined,
    databaseUrl: environment.BACKOFFICE_DATABASE_URL || undefined,
    firstAdmin:
      email && password ? { email, password, hasSample: environment.BACKOFFICE_SAMPLE === '1' } : undefined,
    logLevel: environment.BACKOFFICE_LOG_LEVEL || 'info',
  };
};

/** The folder of the product: the sources lie deeper in it than what is built from them. */
export const findProductDir = (from: string): string => {
  const parent = dirname(from);
  return existsSync(join(from, 'package.json')) || parent === from ? from : findProductDir(parent);
};

const dataHome = () => {
  if (process.platform === 'win32') return process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share');
};

/** Where a server that is started by hand keeps its data, unless it is told another place. */
export const defaultDataDir = (): string => join(dataHome(), 'catalogue-back-office-server');
