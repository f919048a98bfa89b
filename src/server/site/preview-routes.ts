import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { hasPages } from '#shared/resource-kit/fields.ts';
import { findResource } from '#shared/resources/index.ts';
import {
  findPageAddress,
  type PublicResource,
  previewResponseSchema,
  previewStateSchema,
  publicResources,
} from '#shared/site.ts';
import { type Database, type Row, resourceTables } from '../database/tables.ts';
import { addResourceRoute, idParams } from '../http/records/routes.ts';
import type { App } from '../http/route.ts';
import { AppError } from '../lib/app-error.ts';
import type { ServerConfig } from '../lib/config.ts';
import { notFoundError } from '../records/write.ts';
import { type Previews, toPreviewUrl } from './previews.ts';
import { readSettings } from './settings.ts';

type PreviewOptions = { database: Database; previews: Previews; config: ServerConfig };

/** Adds the routes that open the page of a record on the website, for everyone who may change the record. */
export const addPreviewRoutes = (app: App, { database, previews, config }: PreviewOptions): void => {
  const findAddress = async (resource: PublicResource): Promise<string | undefined> => {
    const settings = await readSettings(database);
    const canRead = (settings.isOn || config.isSiteOn) && settings.resources.includes(resource.name);
    return canRead && config.appKey === undefined ? findPageAddress(settings, resource) : undefined;
  };

  const find = async (resource: Resource, id: string): Promise<Row> => {
    const rows = resourceTables(database).selectFrom(resource.name).selectAll().where('_id', '=', id);
    const row = await rows.executeTakeFirst();
    if (!row) throw notFoundError(resource);
    return row;
  };

  const addRoutes = (resource: Resource, page: PublicResource): void => {
    addResourceRoute(
      { app, resource },
      {
        action: 'read',
        url: 'GET /preview',
        summary: 'Check whether records can be previewed on the website',
        response: previewStateSchema,
        handle: async () => ({ message: 'Found', data: { canPreview: (await findAddress(page)) !== undefined } }),
      },
    );
    addResourceRoute(
      { app, resource },
      {
        action: 'update',
        url: 'POST /preview/:id',
        isSecret: true,
        summary: 'Get the address of a record on the website, which shows it as it is, also if it isn’t active',
        params: idParams(resource.name),
        response: previewResponseSchema,
        errors: [404, 409],
        handle: async ({ params: { id: sent } }) => {
          const address = await findAddress(page);
          if (address === undefined) throw new AppError('conflict', 'No address of the website is set for this');
          const found = await find(resource, sent);
          const isPart = resource.name !== page.name;
          const row = isPart ? await find(page, String(found[page.site.parts?.by ?? ''])) : found;
          const id = String(row._id);
          const record = { resource: page.name, id, ...(isPart && { part: sent }) };
          const { token, expiresAt } = previews.createToken(record);
          const values = { resource: page.site.path, slug: String(row.slug || id), id };
          const partSlug = isPart ? String(found.slug) : undefined;
          return {
            message: 'Preview created',
            data: {
              url: toPreviewUrl(address, { values, partSlug, token }),
              expiresAt: new Date(expiresAt).toISOString(),
            },
          };
        },
      },
    );
  };

  for (const page of publicResources) {
    addRoutes(page, page);
    const part = findResource(page.site.parts?.of ?? '');
    if (part && hasPages(part)) addRoutes(part, page);
  }
};
