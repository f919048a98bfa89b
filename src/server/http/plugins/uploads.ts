import fastifyStatic from '@fastify/static';
import { z } from 'zod';
import { exampleStoredFile } from '#shared/resource-kit/examples.ts';
import { contentDisposition } from '../../files/download-name.ts';
import { storedFileType } from '../../files/stored-file-type.ts';
import { AppError } from '../../lib/app-error.ts';
import type { App } from '../app.ts';
import { routeOptions } from '../openapi/describe-route.ts';
import { errorResponses } from '../openapi/error-responses.ts';
import { fileResponse } from '../openapi/file-response.ts';

const year = 365 * 24 * 60 * 60;
const mediaOnly =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

// Browsers don't show PDFs in a sandbox; all other files are sandboxed.
const getPolicy = (kind: string) => (kind === 'pdf' ? mediaOnly : `${mediaOnly}; sandbox`);

/** Public route for stored files, whose names are practically impossible to guess. */
export const addUploads = async (app: App, { folder }: { folder: string }): Promise<void> => {
  await app.register(fastifyStatic, { root: folder, serve: false, index: false, dotfiles: 'ignore' });

  app.get(
    '/uploads/:filename',
    routeOptions(
      { access: 'public', tag: 'files', summary: 'Download a stored file; supports range requests' },
      {
        params: z.object({ filename: z.string().meta({ example: exampleStoredFile }) }),
        querystring: z.object({
          name: z.string().max(1000).optional().meta({
            description: 'File name under which browsers save the file, such as the original name',
            example: 'Autumn.png',
          }),
        }),
        response: {
          200: fileResponse('The whole file', ['*/*']),
          206: fileResponse('The requested range', ['*/*']),
          304: z.null().meta({ description: 'The file hasn’t changed' }),
          ...errorResponses(404, 416),
        },
      },
    ),
    async (request, reply) => {
      const { filename } = request.params;
      const type = storedFileType(filename);
      if (!type) throw new AppError('notFound', 'File not found');
      return (
        reply
          .type(type.mime)
          .header('content-disposition', contentDisposition(filename, request.query.name || filename))
          .header('content-security-policy', getPolicy(type.kind))
          // The company's website embeds these files.
          .header('cross-origin-resource-policy', 'cross-origin')
          .sendFile(filename, { maxAge: year * 1000, immutable: true, contentType: false })
      );
    },
  );
};
