import { messageResponseSchema } from '#shared/api.ts';
import { filePreviewSchema } from '#shared/renditions.ts';
import type { FileStore } from '../../files/file-store.ts';
import { storedFileType } from '../../files/stored-file-type.ts';
import { AppError, validationError } from '../../lib/app-error.ts';
import { type App, errorResponses, routeOptions } from '../route.ts';

/** An image of this size is sharp at 1,280 pixels; larger bodies would be streamed. */
const maxBodyBytes = 1_000_000;

/**
 * Route for the previews of PDFs and videos, which the server can't decode: the first page that draws one sends it, for
 * all others to load.
 */
export const addFilePreviews = (app: App, files: Pick<FileStore, 'storage' | 'addPreview'>): void => {
  app.post(
    '/v1/file/preview',
    {
      bodyLimit: maxBodyBytes,
      ...routeOptions(
        {
          access: { resource: 'file', action: 'update' },
          tag: 'files',
          summary: 'Store the preview of a PDF or video, unless it has one',
        },
        {
          body: filePreviewSchema,
          response: { 200: messageResponseSchema, ...errorResponses(404) },
        },
      ),
    },
    async ({ body }) => {
      const { file: filename, image } = body;
      const kind = storedFileType(filename)?.kind;
      if (kind !== 'pdf' && kind !== 'video') {
        throw validationError([{ field: 'file', message: 'Only PDFs and videos have previews' }]);
      }
      if (!(await files.storage.stat(filename))) throw new AppError('notFound', 'File not found');
      const message = await files.addPreview({ filename, value: image });
      if (message) throw validationError([{ field: 'image', message }]);
      return { success: true as const, message: 'Preview stored' };
    },
  );
};
