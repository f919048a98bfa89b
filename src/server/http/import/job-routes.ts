import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ImportReport, jobResponseSchema } from '#shared/import.ts';
import { exampleId } from '#shared/resource-kit/examples.ts';
import { joinSentences } from '#shared/resource-kit/labels.ts';
import { type ExportFormat, exportFormats } from '#shared/resource-kit/list-fields.ts';
import { mimeTypes, writeWorkbook } from '../../../spreadsheet/write.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { AppError } from '../../lib/app-error.ts';
import { requireSession } from '../plugins/auth.ts';
import { idParams } from '../records/routes.ts';
import { errorResponses, fileResponse, routeOptions } from '../route.ts';

const jobParams = idParams('job');
type IdParams = z.infer<typeof jobParams>;

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

export const addJobRoutes = (app: FastifyInstance, { jobs }: { jobs: Jobs }): void => {
  /** Only administrators and the user who started a job can see it. */
  const findOwn = async (request: FastifyRequest, id: string) => {
    const { job, userId } = await jobs.find(id);
    const { session } = requireSession(request);
    if (session.role !== 'ADMIN' && session.userId !== userId) {
      throw new AppError('notFound', 'Job not found');
    }
    return job;
  };
  const jobOptions = (summary: string) =>
    routeOptions(
      { access: 'signedIn', tag: 'jobs', summary },
      { params: jobParams, response: { 200: jobResponseSchema, ...errorResponses(404, 409) } },
    );

  app.get<{ Params: IdParams }>(
    '/v1/jobs/:id',
    jobOptions('Get the status of a job: an import, or a change of many records'),
    async (request) => {
      const data = await findOwn(request, request.params.id);
      return { success: true, message: data.message || `The job is ${data.state}`, data };
    },
  );

  app.get<{ Querystring: z.output<typeof errorListQuery> }>(
    '/v1/import/error-list',
    routeOptions(
      { access: 'signedIn', tag: 'import', summary: 'Download the errors of an import as a spreadsheet' },
      {
        querystring: errorListQuery,
        response: {
          200: fileResponse('The errors as a spreadsheet', Object.values(mimeTypes)),
          ...errorResponses(404),
        },
      },
    ),
    async (request, reply) => {
      const { job: id, format, content } = request.query;
      const { errors = [], moreErrors = 0, failedRows = [] } = (await findOwn(request, id)).report ?? {};
      const file =
        content === 'rows'
          ? writeFailedRows({ errors, failedRows }, format)
          : writeErrorList({ errors, moreErrors }, format);
      return reply
        .type(mimeTypes[format])
        .header('content-disposition', `attachment; filename="import-${content}.${format}"`)
        .send(file);
    },
  );

  app.post<{ Params: IdParams }>(
    '/v1/jobs/:id/cancel',
    jobOptions('Cancel a job; it writes nothing'),
    async (request) => {
      const data = await findOwn(request, request.params.id);
      await jobs.cancel(data._id);
      return { success: true, message: 'Cancelling', data };
    },
  );
};
