import fastifyPlugin from 'fastify-plugin';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { type Meta, metaSchema } from '#shared/api.ts';

/** Features beyond the specification, for clients to check. */
const capabilities = [
  'sort',
  'version',
  'setup',
  'logout',
  'helpSupport',
  'history',
  'revertChange',
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
];

export const meta = fastifyPlugin<{ version: string }>(
  async (app, { version }) => {
    app.withTypeProvider<ZodTypeProvider>().get(
      '/v1/meta',
      {
        config: { access: 'public' },
        schema: {
          tags: ['server'],
          summary: 'Server capabilities',
          response: { 200: metaSchema },
        },
      },
      async (): Promise<Meta> => ({ name: 'Catalogue Back Office', version, capabilities }),
    );
  },
  { name: 'meta', dependencies: ['auth', 'openapi'] },
);
