import { z } from 'zod';
import { previewResponseSchema } from '#shared/import.ts';
import { send } from './browser-send.ts';
import { FileUnavailableError, NetworkError, type Platform } from './platform.ts';

const errorResponseSchema = z.object({ message: z.string() });

/** A page can't read a spreadsheet within resource limits, but the server can. */
export const previewSpreadsheet: Platform['files']['previewSpreadsheet'] = async ({ file, ...format }) => {
  try {
    const definedOptions = Object.entries(format).filter(([, value]) => value !== undefined);
    const body = { ...Object.fromEntries(definedOptions), excel: file };
    const response = await send({ method: 'POST', path: '/import/preview', body, encoding: 'form' });
    const preview = previewResponseSchema.safeParse(response.body);
    if (preview.success) return { preview: preview.data.data };
    const errorResponse = errorResponseSchema.safeParse(response.body);
    const error = errorResponse.success ? errorResponse.data.message : 'Couldn’t read the file. Try again.';
    return { error, isFileUnavailable: false };
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    return { error: error.message, isFileUnavailable: error instanceof FileUnavailableError };
  }
};
