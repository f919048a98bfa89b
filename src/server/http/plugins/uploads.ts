import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { z } from 'zod';
import { type RenditionWidth, renditionWidths } from '#shared/renditions.ts';
import { exampleStoredFile } from '#shared/resource-kit/examples.ts';
import { contentDisposition } from '../../files/download-name.ts';
import type { FileStore } from '../../files/file-store.ts';
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

const widths = renditionWidths.map(String);

const fileNotFound = () => new AppError('notFound', 'File not found');

/** Public route for stored files, whose names are practically impossible to guess. */
export const addUploads = async (
  app: App,
  { folder, renditions }: Pick<FileStore, 'folder' | 'renditions'>,
): Promise<void> => {
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
          w: z
            .enum(widths)
            .transform((width) => Number(width) as RenditionWidth)
            .optional()
            .meta({
              description:
                'Width in pixels of a WebP version of an image, or less if the image is narrower; the original is returned if there is none',
            }),
        }),
        response: {
          200: fileResponse('The whole file', ['*/*']),
          204: z.null().meta({ description: 'A PDF or video without a preview' }),
          206: fileResponse('The requested range', ['*/*']),
          304: z.null().meta({ description: 'The file hasn’t changed' }),
          ...errorResponses(404, 416),
        },
      },
    ),
    async (request, reply) => {
      const { filename } = request.params;
      const { name, w: width } = request.query;
      const type = storedFileType(filename);
      if (!type) throw fileNotFound();
      const rendition = width && (await renditions.get({ filename, width }));
      // A page shows a fallback for an empty response, as for an error, but logs none.
      if (width && !rendition && type.kind !== 'image') {
        await stat(join(folder, filename)).catch(() => {
          throw fileNotFound();
        });
        return reply.code(204).header('cache-control', 'no-cache').send(null);
      }
      const sent = rendition
        ? { file: rendition, root: renditions.folder, mime: 'image/webp' }
        : { file: filename, root: folder, mime: type.mime };
      // The next request may get the rendition, so the original may only be cached under its own address.
      const caching = width && !rendition ? { maxAge: 0 } : { maxAge: year * 1000, immutable: true };
      return (
        reply
          .type(sent.mime)
          .header('content-disposition', contentDisposition(sent.file, name || filename))
          .header('content-security-policy', getPolicy(type.kind))
          // The company's website embeds these files.
          .header('cross-origin-resource-policy', 'cross-origin')
          .sendFile(sent.file, sent.root, { ...caching, contentType: false })
      );
    },
  );
};
