import { z } from 'zod';
import { recordResponseSchema } from '#shared/api.ts';
import { exampleStoredFile, inputExample } from '#shared/resource-kit/examples.ts';
import { validationError } from '../../lib/app-error.ts';
import { prepareFile } from '../../records/prepare-values.ts';
import { withFileName } from '../../resources/product/prepare-variants.ts';
import { fileBodyBytes, type ResourceApi } from '../records/resource-api.ts';
import { resourcePath, resourceRoute } from '../records/routes.ts';

const imageField = { kind: 'image', label: 'Image' } as const;

const bodySchema = z.strictObject({
  image: z
    .string({ error: 'image is required' })
    .min(1, 'image is required')
    .meta({ description: '`filename@@dataURL` or a bare data URL', example: inputExample(imageField) }),
});

/** Adds the route that stores an image before its product is saved, so that many variants can share it by name. */
export const addImageRoute = ({ app, resource, context }: ResourceApi): void => {
  app.post<{ Body: z.output<typeof bodySchema> }>(
    resourcePath(resource, '/image'),
    {
      bodyLimit: fileBodyBytes,
      ...resourceRoute(resource, {
        action: 'create',
        summary: 'Upload an image for a product; deleted after a day unless a product uses it',
        body: bodySchema,
        success: recordResponseSchema(z.object({ image: z.string().meta({ example: exampleStoredFile }) })),
      }),
    },
    async ({ body }) => {
      const stored = await context.files.transaction(async (files) => {
        const result = await prepareFile(imageField, { value: withFileName(body.image) }, files);
        if ('error' in result) throw validationError([{ field: 'image', message: result.error }]);
        await files.commit(context.databaseHandle.database);
        return result.value;
      });
      return { success: true, message: 'Image stored', data: { image: stored } };
    },
  );
};
