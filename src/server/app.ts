import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { resources } from '#shared/resources/index.ts';
import { isLoopback } from '#shared/urls.ts';
import { type Audit, createAudit } from './audit/record.ts';
import { isSetupNeeded } from './auth/accounts.ts';
import { createLogin, createOwnPasswordCheck } from './auth/login.ts';
import { createLoginLimits } from './auth/login-limits.ts';
import { loadServerId, loadServerKeys } from './auth/server-keys.ts';
import { createTokens, defaultSessionLifetime, type Tokens } from './auth/sessions.ts';
import { completeRestore } from './backup/prepare-restored.ts';
import { startWeeklyCheck } from './data-check/check-data.ts';
import { openDatabase } from './database/open.ts';
import { type FileStore, openFileStore } from './files/file-store.ts';
import { openStorage } from './files/open-storage.ts';
import { startRecovery, undoAllUnfinished, undoUnfinished } from './history/revert-changeset.ts';
import { addAccounts } from './http/account/login.ts';
import { addMyAccount } from './http/account/my-account.ts';
import { addPasskeys } from './http/account/passkeys.ts';
import { addPasswordReset } from './http/account/password-reset.ts';
import { addTwoFactor } from './http/account/two-factor.ts';
import { createClientErrorHandler } from './http/client-errors.ts';
import { addComments } from './http/comments.ts';
import { addExportRoutes, createExporter } from './http/export-route.ts';
import { addFileUses } from './http/file-uses.ts';
import { addHistory } from './http/history/history.ts';
import { addTrash } from './http/history/trash.ts';
import { addHome } from './http/home.ts';
import { addImports } from './http/import/routes.ts';
import { addLive } from './http/live.ts';
import { addOffice } from './http/office.ts';
import { repairPageUrl } from './http/page-url.ts';
import { addPersonalData } from './http/personal-data-route.ts';
import { addAudit, addAuditEvents } from './http/plugins/audit.ts';
import { addAuth } from './http/plugins/auth.ts';
import { addErrors, handleFrameworkError } from './http/plugins/errors.ts';
import { addHealth, addMeta } from './http/plugins/health.ts';
import { addIdempotency } from './http/plugins/idempotency.ts';
import { addRequestLog, createInFlightTracker } from './http/plugins/in-flight.ts';
import { addJsonBodies } from './http/plugins/json-bodies.ts';
import { addOpenApi } from './http/plugins/openapi.ts';
import { addLimits } from './http/plugins/security.ts';
import { addFilePreviews, addUploads } from './http/plugins/uploads.ts';
import { addPresence } from './http/presence.ts';
import { registerResourceRoutes } from './http/register-resource.ts';
import { addSavedViews } from './http/saved-views.ts';
import { addSearch } from './http/search.ts';
import { readTlsFiles, reloadTlsFiles } from './http/tls-files.ts';
import { type DownloadSettings, publicDownloads } from './import/images/download-image.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import type { BackgroundTask } from './lib/background-task.ts';
import { assertSecureTransport, type ServerConfig, version } from './lib/config.ts';
import { defaultAuditDays } from './lib/options.ts';
import { createLog } from './log.ts';
import type { Mailer } from './mail/mailer.ts';
import { startMaintenance } from './maintenance.ts';
import { addPrinting } from './print/routes.ts';
import { checkAll } from './records/findings.ts';
import type { OperationsContext } from './records/hooks.ts';
import { reindexAll } from './records/reindex.ts';
import { claimMissingSlugs } from './records/slugs.ts';
import { startRescoring } from './resources/completeness.ts';
import { getHooks } from './resources/index.ts';
import {
  createFirstAdmin,
  createInitialSetup,
  createSetupCode,
  type InitialSetup,
  type SetupCode,
} from './setup/initial-setup.ts';
import { addSite } from './site/routes.ts';
import { startWebhooks, type Webhooks } from './site/webhooks.ts';

/** A server that is ready for requests; `close` also closes the database. */
export type Server = {
  app: FastifyInstance;
  metricsUrl: string | undefined;
  /** Needed for creating the first admin account, if others can reach the server. */
  setupCode: string | undefined;
  /** Reports that the server isn't ready any more, and waits until load balancers have noticed. */
  beginShutdown: () => Promise<void>;
  close: () => Promise<void>;
};

type AppDependencies = OperationsContext & {
  serverId: string;
  tokens: Tokens;
  storageKey: Uint8Array;
  initialSetup: InitialSetup;
  setupCode: SetupCode | null;
  mailer: Mailer | null;
  jobs: Jobs;
  log: Logger;
  audit: Audit;
  downloads: DownloadSettings;
  webhooks: Webhooks;
};

/** Milliseconds for requests in flight, whose connections are closed before (`start.ts`). */
const drainTimeout = 12_000;
const requestTimeout = 10 * 60_000;
const defaultBodyLimit = 64 * 1024;
/** Requests without a host are left to `addLimits`: Node would reject them without security headers. */
const serverOptions = { requireHostHeader: false };

const buildApp = async (config: ServerConfig, dependencies: AppDependencies): Promise<Omit<Server, 'setupCode'>> => {
  const { databaseHandle, files, tokens, initialSetup, setupCode, mailer, log, audit } = dependencies;
  const { database } = databaseHandle;
  const { tls } = config;
  const inFlight = createInFlightTracker();
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // Fastify's own request log contains personal data: the client address and the full URL.
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: handleFrameworkError,
    clientErrorHandler: createClientErrorHandler(log as FastifyBaseLogger),
    genReqId: () => randomUUID(),
    bodyLimit: defaultBodyLimit,
    requestTimeout,
    trustProxy: config.trustProxy ?? false,
    ...(tls ? { https: { ...readTlsFiles(tls), ...serverOptions } } : { http: serverOptions }),
    routerOptions: { ignoreTrailingSlash: true },
    ...(config.webDir && { rewriteUrl: repairPageUrl }),
  }).withTypeProvider<ZodTypeProvider>();
  app.removeContentTypeParser('text/plain');
  // Ignores unknown expectations, which Node would reject without security headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  if (tls && app.server instanceof TlsServer)
    app.addHook('onClose', reloadTlsFiles({ server: app.server, log: app.log }, tls));
  app.addHook('onRoute', inFlight.onRoute);
  addRequestLog(app);
  addErrors(app);
  await addLimits(app, { ...config, database });
  const sessions = { database, tokens, lifetime: config.sessionLifetime ?? defaultSessionLifetime };
  addAuth(app, { sessions, inFlight });
  addJsonBodies(app, files);
  addIdempotency(app, { database });
  // After idempotency, because a request that is repeated stores its response, too.
  app.addHook('onRoute', (route) => {
    const { handler, config } = route;
    if (!config?.endsAccess) return;
    route.handler = function (request, reply) {
      return databaseHandle.reserve.use(async () => handler.call(this, request, reply));
    };
  });
  await addOpenApi(app, { version, isShown: config.appKey === undefined });
  const { beginShutdown } = addHealth(app, { ...config, databaseHandle, storage: files.storage });
  const getCurrency = await addOffice(app, database);
  addMeta(app, { version, hasMailer: mailer !== null, getCurrency });
  const limits = createLoginLimits(database);
  const login = createLogin({ sessions, limits });
  addAccounts(app, { databaseHandle, sessions, initialSetup, setupCode, login, audit });
  addPasswordReset(app, { databaseHandle, limits, mailer, publicUrl: config.publicUrl, inFlight, audit });
  const checkPassword = createOwnPasswordCheck({ database, limits });
  addMyAccount(app, { ...dependencies, checkPassword });
  addTwoFactor(app, { databaseHandle, checkPassword });
  addPasskeys(app, { sessions, audit, publicUrl: config.publicUrl });
  app.decorate('jobs', dependencies.jobs);
  addUploads(app, files);
  addFilePreviews(app, files);
  addFileUses(app, databaseHandle);
  for (const resource of resources) {
    registerResourceRoutes(app, { resource, context: dependencies });
  }
  const exporter = createExporter(audit);
  addPrinting(app, { context: dependencies, getCurrency });
  addExportRoutes(app, { context: dependencies, exporter });
  await addImports(app, dependencies);
  addHistory(app, dependencies);
  addTrash(app, dependencies);
  addSavedViews(app, dependencies);
  addSearch(app, dependencies);
  addHome(app, dependencies);
  addPersonalData(app, dependencies);
  const streams = addLive(app, dependencies);
  addPresence(app, { databaseHandle, streams });
  addComments(app, { databaseHandle, streams });
  addAudit(app, { database, audit, exporter });
  addAuditEvents(app, audit);
  await addSite(app, dependencies, config);
  // The desktop app's server has none.
  if (config.webDir) await (await import('./http/plugins/web.ts')).addWeb(app, { webDir: config.webDir });
  // Most servers have no metrics.
  const metricsUrl =
    config.metrics &&
    (await (await import('./metrics.ts')).startMetrics(app, config.metrics, { ...dependencies, exporter }));
  await app.ready();
  return {
    app,
    metricsUrl,
    beginShutdown,
    close: async () => {
      const timeout = setTimeout(drainTimeout, true, { ref: false });
      await app.close();
      if (await Promise.race([inFlight.waitForAll(), timeout])) log.warn('stopped with requests in flight');
    },
  };
};

/** Whether others can reach the server before it is set up. */
const needsSetupCode = ({ host, trustProxy }: ServerConfig): boolean => !isLoopback(host) || trustProxy !== undefined;

/** Opens the database and the file store and builds the server. Throws a `StartupError` if it can't. */
export const createServer = async (
  config: ServerConfig,
  downloads: DownloadSettings = publicDownloads,
): Promise<Server> => {
  assertSecureTransport(config);
  const log = createLog({ level: config.logLevel });
  const databaseHandle = await openDatabase({
    ...config,
    databaseUrl: config.databaseUrl,
    onConnectionError: (error) => log.warn({ err: error }, 'lost a connection to the database'),
    onWarning: (text) => log.warn(text),
  });
  const tasks: BackgroundTask[] = [];
  let mailer: Mailer | null = null;
  let jobs: Jobs | undefined;
  let webhooks: Webhooks | undefined;
  let files: FileStore | undefined;
  const audit = createAudit({ database: databaseHandle.database, log });
  const closeDependencies = async () => {
    await jobs?.stop();
    await webhooks?.stop();
    await Promise.all(tasks.map(({ stop }) => stop()));
    await files?.close();
    mailer?.close();
    await audit.flush();
    await databaseHandle.close();
  };
  try {
    const serverId = await loadServerId(config.dataDir);
    files = await openFileStore({ storage: await openStorage({ ...config, serverId }), databaseHandle });
    const { tokenSecret, encryptionSecret } = config;
    const keys = await loadServerKeys({ ...config, ...databaseHandle, tokenSecret, encryptionSecret });
    const tokens = createTokens(keys.session);
    const context: OperationsContext = {
      databaseHandle,
      files,
      getHooks,
      undoUnfinished: (changeId) => undoUnfinished(context, changeId),
    };
    const initialSetup = createInitialSetup({ context, sampleDir: config.sampleDir });
    jobs = await createJobs({ databaseHandle, serverId, log });
    // Most servers send no emails.
    if (config.mail) mailer = (await import('./mail/mailer.ts')).createMailer(config.mail);
    const setupCode = needsSetupCode(config) ? createSetupCode(keys.session) : null;
    const dependencies = {
      ...context,
      tokens,
      storageKey: keys.storage,
      initialSetup,
      setupCode,
      mailer,
      jobs,
      log,
      audit,
      downloads,
      serverId,
    };
    await databaseHandle.withLock('start', async () => {
      await completeRestore(context, log);
      await reindexAll(context);
      await claimMissingSlugs(context);
      await checkAll(context);
      await undoAllUnfinished(context);
      await createFirstAdmin(config, dependencies);
    });
    const isNew = await isSetupNeeded(databaseHandle.database);
    tasks.push(
      await startMaintenance({ ...dependencies, auditDays: config.auditDays ?? defaultAuditDays }),
      startWeeklyCheck({ databaseHandle, storage: files.storage, log }),
      startRescoring({ databaseHandle, log }),
      startRecovery(context, log),
    );
    webhooks = await startWebhooks({ ...config, ...dependencies, network: downloads });
    const { close, ...built } = await buildApp(config, { ...dependencies, webhooks });
    // Most servers have none.
    if (config.backups) {
      const { startBackupSchedule } = await import('./backup/backup-schedule.ts');
      tasks.push(startBackupSchedule({ config, backups: config.backups, databaseHandle, log }));
    }
    return {
      ...built,
      setupCode: isNew ? setupCode?.code : undefined,
      close: async () => {
        await close();
        await closeDependencies();
      },
    };
  } catch (error) {
    await closeDependencies();
    throw error;
  }
};
