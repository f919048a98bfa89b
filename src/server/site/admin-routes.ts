import {
  createTokenSchema,
  type SiteSettings,
  type SiteStatus,
  siteResponseSchema,
  siteSettingsChangeSchema,
  tokenListResponseSchema,
  tokenResponseSchema,
} from '#shared/site.ts';
import type { Audit } from '../audit/record.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { idParams } from '../http/records/routes.ts';
import { type App, addRoute } from '../http/route.ts';
import { AppError } from '../lib/app-error.ts';
import type { ServerConfig } from '../lib/config.ts';
import { getBase } from './gate.ts';
import { readSettings, saveSettings } from './settings.ts';
import { createToken, listTokens, revokeToken } from './tokens.ts';

export type AdminContext = {
  databaseHandle: DatabaseHandle;
  audit: Audit;
  config: ServerConfig;
  lastReads: SiteStatus['lastReads'];
};

const summarize = ({ isOn, resources, origins, isTokenRequired, baseUrl, brand }: SiteSettings): string =>
  [
    isOn ? 'On' : 'Off',
    `can read ${resources.join(', ') || 'nothing'}`,
    `origins: ${origins.join(', ') || 'none'}`,
    isTokenRequired ? 'read token required' : 'read token not required',
    ...(baseUrl ? [`address: ${baseUrl}`] : []),
    ...(brand ? [`brand: ${brand}`] : []),
  ].join('; ');

/** Adds the routes for the settings of the API and its read tokens. */
export const addAdminRoutes = (app: App, { databaseHandle, audit, config, lastReads }: AdminContext): void => {
  const { database } = databaseHandle;
  const { isSiteOn: isForced = false, publicUrl, appKey } = config;
  const read = { resource: 'website', action: 'read' } as const;
  const change = { resource: 'website', action: 'update' } as const;

  const toStatus = (settings: SiteSettings, request: { protocol: string; host: string }): SiteStatus => {
    const base = getBase(request, { settings, publicUrl });
    return {
      ...settings,
      isOn: settings.isOn || isForced,
      isForced,
      url: appKey === undefined ? `${base}/site/v1` : null,
      lastReads,
    };
  };

  addRoute(app, {
    url: 'GET /v1/website',
    access: read,
    summary: 'Get the settings of the API for websites',
    response: siteResponseSchema,
    handle: async (request) => ({
      message: 'Settings found',
      data: toStatus(await readSettings(database), request),
    }),
  });

  addRoute(app, {
    url: 'PATCH /v1/website',
    access: { ...change, isConfirmed: true },
    summary: 'Change the settings of the API for websites',
    body: siteSettingsChangeSchema,
    response: siteResponseSchema,
    handle: async (request, { session: { userId } }) => {
      const settings = await databaseHandle.transaction(async (transaction) => {
        await databaseHandle.lockTable(transaction, 'setting');
        const changed = { ...(await readSettings(transaction)), ...request.body };
        await saveSettings(transaction, changed);
        return changed;
      });
      audit.record({ event: 'website', userId, address: request.ip, detail: summarize(settings) });
      return { message: 'Website settings saved', data: toStatus(settings, request) };
    },
  });

  addRoute(app, {
    url: 'GET /v1/website/tokens',
    access: read,
    summary: 'List the read tokens of websites, newest first',
    response: tokenListResponseSchema,
    handle: async () => {
      const data = await listTokens(database);
      return { message: 'Read tokens found', data, total: data.length };
    },
  });

  addRoute(app, {
    url: 'POST /v1/website/tokens',
    access: { ...change, isConfirmed: true },
    isSecret: true,
    summary: 'Create a read token, which is shown only once',
    body: createTokenSchema,
    response: tokenResponseSchema,
    handle: async (request, { session: { userId } }) => {
      const created = await createToken(database, request.body);
      audit.record({ event: 'siteTokenCreated', userId, address: request.ip, detail: created.data.name });
      return { message: 'Read token created', ...created };
    },
  });

  addRoute(app, {
    url: 'DELETE /v1/website/tokens/:id',
    access: change,
    endsAccess: true,
    summary: 'Revoke a read token',
    params: idParams('siteToken'),
    errors: [404],
    handle: async (request, { session: { userId } }) => {
      const name = await revokeToken(database, request.params.id);
      if (name === undefined) throw new AppError('notFound', 'Read token not found. It may have been revoked.');
      audit.record({ event: 'siteTokenRevoked', userId, address: request.ip, detail: name });
      return { message: 'Read token revoked' };
    },
  });
};
