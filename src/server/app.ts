import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { setupRequestSchema } from '#shared/api.ts';
import { resources } from '#shared/resources/index.ts';
import { isSetupNeeded } from './auth/accounts.ts';
import { createLogin } from './auth/login.ts';
import { createTokens, loadTokenKey, type Tokens } from './auth/tokens.ts';
import { getDatabaseId, openDatabase } from './database/open.ts';
import { openFileStore } from './files/file-store.ts';
import { createSemaphore, registerExportRoute } from './http/export-route.ts';
import { history } from './http/history/history.ts';
import { imports } from './http/import/routes.ts';
import { accounts } from './http/plugins/accounts.ts';
import { auth } from './http/plugins/auth.ts';
import { errors, handleFrameworkError } from './http/plugins/errors.ts';
import { idempotency } from './http/plugins/idempotency.ts';
import { createInFlightTracker } from './http/plugins/in-flight.ts';
import { meta } from './http/plugins/meta.ts';
import { openapi } from './http/plugins/openapi.ts';
import { limits } from './http/plugins/security.ts';
import { uploads } from './http/plugins/uploads.ts';
import { web } from './http/plugins/web.ts';
import { registerResourceRoutes } from './http/register-resource.ts';
import { type DownloadSettings, publicDownloads } from './import/images/download-image.ts';
import { cleanUpJobs, createJobs, type Jobs } from './import/jobs.ts';
import { StartupError } from './lib/app-error.ts';
import { type ServerConfig, version } from './lib/config.ts';
import { createLog } from './log.ts';
import { type Maintenance, startMaintenance } from './maintenance.ts';
import type { OperationsContext } from './records/hooks.ts';
import { extensions, findUndoable, hooksOf } from './resources/index.ts';
import { loadServerId } from './server-id.ts';
import { createInitialSetup, type InitialSetup } from './setup/initial-setup.ts';

/** A server that is ready for requests; `close` also closes the database. */
export type Server = { app: FastifyInstance; close: () => Promise<void> };

type AppDependencies = OperationsContext & {
  tokens: Tokens;
  firstStart: InitialSetup;
  jobs: Jobs;
  log: Logger;
  downloads: DownloadSettings;
};

const requestTimeout = 10 * 60_000;
const smallBody = 64 * 1024;

const buildApp = async (config: ServerConfig, parts: AppDependencies): Promise<Server> => {
  const { databaseHandle, files, tokens, firstStart, log } = parts;
  const { database } = databaseHandle;
  const underway = createInFlightTracker();
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // Fastify's own request log contains personal data: the client address and the full URL.
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: handleFrameworkError,
    genReqId: () => randomUUID(),
    bodyLimit: smallBody,
    requestTimeout,
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.removeContentTypeParser('text/plain');
  app.addHook('onRoute', underway.onRoute);
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    log.info(
      { method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
  await app.register(errors);
  await app.register(limits, {
    host: config.host,
    appKey: config.appKey,
    requestsPerMinute: config.requestsPerMinute,
  });
  await app.register(auth, { database, tokens, underway });
  await app.register(idempotency, { database });
  await app.register(openapi, { version, isShown: config.appKey === undefined });
  await app.register(meta, { version });
  await app.register(accounts, {
    databaseHandle,
    tokens,
    firstStart,
    login: createLogin({ database, tokens }),
  });
  await app.register(uploads, { folder: files.folder });
  const turnstile = createSemaphore();
  for (const resource of resources) {
    const extension = extensions[resource.name];
    registerResourceRoutes(app, { resource, context: parts, extension });
    registerExportRoute(app, { resource, context: parts, extension, turnstile });
  }
  await app.register(imports, { context: parts, jobs: parts.jobs, downloads: parts.downloads });
  await app.register(history, { context: parts, findUndoable });
  if (config.webDir) await app.register(web, { webDir: config.webDir });
  await app.ready();
  return {
    app,
    close: async () => {
      await app.close();
      if (!(await underway.ended())) log.warn('stopped while requests were worked on');
    },
  };
};

const createFirstAdmin = async (
  { firstAdmin }: ServerConfig,
  { databaseHandle, firstStart }: AppDependencies,
) => {
  if (!firstAdmin || !(await isSetupNeeded(databaseHandle.database))) return;
  const { email, password, hasSample } = firstAdmin;
  const request = setupRequestSchema.safeParse({ name: 'Administrator', email, password, sample: hasSample });
  if (!request.success) {
    throw new StartupError({
      message: `Couldn't create the first admin account: ${request.error.issues[0]?.message}`,
      path: 'BACKOFFICE_ADMIN_EMAIL and BACKOFFICE_ADMIN_PASSWORD',
    });
  }
  await firstStart(request.data);
};

/** Opens the database and the file store and builds the server. Throws a `StartupError` if it can't. */
export const createServer = async (
  config: ServerConfig,
  downloads: DownloadSettings = publicDownloads,
): Promise<Server> => {
  const log = createLog({ level: config.logLevel });
  const databaseHandle = await openDatabase({
    ...config,
    databaseUrl: config.databaseUrl,
    onConnectionError: (error) => log.warn({ err: error }, 'lost a connection to the database'),
    onNotice: (text) => log.warn(text),
  });
  let upkeep: Maintenance | undefined;
  let jobs: Jobs | undefined;
  const closeParts = async () => {
    await jobs?.stop();
    await upkeep?.stop();
    await databaseHandle.close();
  };
  try {
    const files = await openFileStore({
      dataDir: config.dataDir,
      databaseId: await getDatabaseId(databaseHandle),
    });
    const tokens = createTokens(await loadTokenKey({ dataDir: config.dataDir, secret: config.tokenSecret }));
    const context = { databaseHandle, files, hooksOf };
    const firstStart = createInitialSetup({ context, sampleDir: config.sampleDir });
    const server = await loadServerId(config.dataDir);
    await cleanUpJobs(databaseHandle.database, server);
    jobs = createJobs({ database: databaseHandle.database, server, log });
    const parts = { ...context, tokens, firstStart, jobs, log, downloads };
    await createFirstAdmin(config, parts);
    upkeep = await startMaintenance(parts);
    const { app, close } = await buildApp(config, parts);
    return {
      app,
      close: async () => {
        await close();
        await closeParts();
      },
    };
  } catch (error) {
    await closeParts();
    throw error;
  }
};
