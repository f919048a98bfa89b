import type { Readable } from 'node:stream';
import { z } from 'zod';
import { type ImportReport, jobResponseSchema } from '#shared/import.ts';
import { exampleId } from '#shared/resource-kit/examples.ts';
import { joinSentences } from '#shared/resource-kit/labels.ts';
import { type ExportFormat, exportFormats } from '#shared/resource-kit/list-fields.ts';
import { mimeTypes, writeWorkbook } from '../../../spreadsheet/write.ts';
import type { ActiveSession } from '../../auth/sessions.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { AppError } from '../../lib/app-error.ts';
import { idParams } from '../records/routes.ts';
import { type App, addRoute, fileResponse } from '../route.ts';

const errorListQuery = z.object({
  job: z
    .string()
    .max(100)
    .meta({ description: 'Job id of the import', example: exampleId('job') }),
  format: z.enum(exportFormats, { error: `format must be ${exportFormats.join(' or ')}` }),
  content: z.enum(['errors', 'rows'], { error: 'content must be errors or rows' }).default('errors').meta({
    description: 'One row per error, or the first rows with errors, which can be fixed and imported again',
  }),
});

const errorColumns = [
  { key: 'cell', header: 'Cell', width: 8 },
  { key: 'row', header: 'Row', width: 8 },
  { key: 'column', header: 'Column' },
  { key: 'value', header: 'Value', width: 30 },
  { key: 'message', header: 'Error', width: 90 },
];

const writeErrorList = (
  { errors, moreErrors }: Pick<ImportReport, 'errors' | 'moreErrors'>,
  format: ExportFormat,
): Readable => {
  const more = { message: `${moreErrors} more errors will appear once these are fixed` };
  const rows = [...errors, ...(moreErrors > 0 ? [more] : [])];
  return writeWorkbook({ format, sheets: [{ name: 'Errors', columns: errorColumns, rows }] });
};

/** The failed rows as in the file, plus a column with their errors, which imports skip. */
const writeFailedRows = (
  { errors, failedRows }: Pick<ImportReport, 'errors' | 'failedRows'>,
  format: ExportFormat,
): Readable => {
  const titles = Object.keys(failedRows[0]?.cells ?? {});
  const columns = [
    ...titles.map((title, index) => ({ key: String(index), header: title })),
    { key: 'error', header: 'Error', width: 90 },
  ];
  const rows = failedRows.map(({ row, cells }) => ({
    ...Object.fromEntries(titles.map((title, index) => [index, cells[title]])),
    error: joinSentences(errors.filter((error) => error.row === row).map(({ message }) => message)),
  }));
  return writeWorkbook({ format, sheets: [{ name: 'Failed rows', columns, rows }] });
};

export const addJobRoutes = (app: App, { jobs }: { jobs: Jobs }): void => {
  /** Only administrators and the user who started a job can see it. */
  const findOwn = async (id: string, { session }: ActiveSession) => {
    const { job, userId } = await jobs.find(id);
    if (session.role === 'ADMIN' || session.userId === userId) return job;
    throw new AppError('notFound', 'Job not found');
  };
  const jobRoute = { params: idParams('job'), response: jobResponseSchema, errors: [404 as const, 409 as const] };

  addRoute(app, {
    url: 'GET /v1/jobs/:id',
    ...jobRoute,
    summary: 'Get the status of a job: an import, or a change of many records',
    handle: async ({ params }, active) => {
      const data = await findOwn(params.id, active);
      return { message: data.message || `The job is ${data.state}`, data };
    },
  });

  addRoute(app, {
    url: 'GET /v1/import/error-list',
    summary: 'Download the errors of an import as a spreadsheet',
    query: errorListQuery,
    response: fileResponse('The errors as a spreadsheet', Object.values(mimeTypes)),
    errors: [404],
    handle: async ({ query: { job: id, format, content } }, active, reply) => {
      const { errors = [], moreErrors = 0, failedRows = [] } = (await findOwn(id, active)).report ?? {};
      const file =
        content === 'rows'
          ? writeFailedRows({ errors, failedRows }, format)
          : writeErrorList({ errors, moreErrors }, format);
      return reply
        .type(mimeTypes[format])
        .header('content-disposition', `attachment; filename="import-${content}.${format}"`)
        .send(file);
    },
  });

  addRoute(app, {
    url: 'POST /v1/jobs/:id/cancel',
    ...jobRoute,
    summary: 'Cancel a job; it writes nothing',
    handle: async ({ params }, active) => {
      const data = await findOwn(params.id, active);
      await jobs.cancel(data._id);
      return { message: 'Cancelling', data };
    },
  });
};
