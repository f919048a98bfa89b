import { type Meta, metaSchema } from '#shared/api.ts';
import { getTimeZone } from '#shared/local-day.ts';
import { type App, routeOptions } from '../route.ts';

/** Features beyond the specification, for clients to check. */
const capabilities = [
  'sort',
  'version',
  'setup',
  'logout',
  'helpSupport',
  'history',
  'revertChange',
  'versions',
  'trash',
  'trashPurge',
  'idempotency',
  'import',
  'importOptions',
  'jobs',
  'productImage',
  'bulk',
  'export',
  'usedBy',
  'notices',
  'fileNames',
  'imageMetadataRemoval',
  'renditions',
  'filePreviews',
  'captions',
  'account',
  'storageKey',
  'twoFactor',
  'passkeys',
  'passwordReset',
  'audit',
  'personalData',
  'listFilters',
  'home',
  'sharedViews',
  'duplicate',
  'replace',
  'live',
  'attributeEditor',
  'completeness',
  'presence',
  'updateMany',
  'comments',
  'selectLimit',
  'fileUses',
  'search',
];

export const addMeta = (app: App, { version, hasMailer }: { version: string; hasMailer: boolean }): void => {
  const announced = hasMailer ? [...capabilities, 'passwordResetMail'] : capabilities;
  app.get(
    '/v1/meta',
    routeOptions(
      { access: 'public', tag: 'server', summary: 'Get the server’s name, version and capabilities' },
      { response: { 200: metaSchema } },
    ),
    async (): Promise<Meta> => ({
      name: 'Catalogue Back Office',
      version,
      capabilities: announced,
      timeZone: getTimeZone(),
    }),
  );
};
