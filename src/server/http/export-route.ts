import type { FastifyReply, FastifyRequest } from 'fastify';
import { truncationMarker } from '#shared/cut-text.ts';
import { toLocalDay } from '#shared/local-day.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import type { ExportFormat } from '#shared/resource-kit/list-fields.ts';
import { exportQuerySchema } from '#shared/resource-kit/schemas.ts';
import { resources } from '#shared/resources/index.ts';
import { defaultLimits } from '../../spreadsheet/limits.ts';
import { type CellValue, mimeTypes, writeWorkbook } from '../../spreadsheet/write.ts';
import type { Audit } from '../audit/record.ts';
import { exportColumns } from '../export/columns.ts';
import { AppError } from '../lib/app-error.ts';
import { encodeCell } from '../records/cell-codes.ts';
import type { OperationsContext } from '../records/hooks.ts';
import type { ExportColumn } from '../records/operations.ts';
import { createResourceOperations, extensions } from '../resources/index.ts';
import { requireSession } from './plugins/auth.ts';
import { addResourceRoute } from './records/routes.ts';
import { type App, fileResponse } from './route.ts';

/** Each export holds a database connection while it is read; the remaining ones stay free for other requests. */
const maxConcurrentExports = 4;
/** Milliseconds after which a stalled download is aborted. */
const stallTimeout = 120_000;

const tooManyExportsError = () =>
  new AppError('tooMany', 'Too many exports are running. Try again in a moment.', { retryAfterSeconds: 5 });

/** Cuts text at the cell limit of a workbook, so that one long text doesn't make the export fail. */
const truncateToCell = (value: CellValue): CellValue => {
  // Reserves a character, because a guard against formulas may be prepended.
  const isLong = typeof value === 'string' && value.length >= defaultLimits.cellCharacters;
  return isLong ? value.slice(0, defaultLimits.cellCharacters - 1 - truncationMarker.length) + truncationMarker : value;
};

async function* toRows(
  records: AsyncIterable<AnyRecord>,
  { columns, format }: { columns: readonly ExportColumn[]; format: ExportFormat },
): AsyncGenerator<Record<string, CellValue>> {
  const truncate = format === 'xlsx' ? truncateToCell : (value: CellValue) => value;
  for await (const record of records) {
    yield Object.fromEntries(
      columns.map(({ key, content, read }) => [key, truncate(encodeCell(read(record), content))]),
    );
  }
}

/** Reads the first item, so that an early failure can still be sent as an error response. */
const peekFirst = async <Item>(items: AsyncIterable<Item>) => {
  const iterator = items[Symbol.asyncIterator]();
  const first = await iterator.next();
  return {
    items: (async function* () {
      for (let next = first; !next.done; next = await iterator.next()) yield next.value;
    })(),
    /** Closes the database cursor, even if the items were never read. */
    end: () => iterator.return?.(),
  };
};

type Source = {
  resource: Resource;
  format: ExportFormat;
  columns: ExportColumn[];
  records: () => AsyncIterable<AnyRecord>;
};

/** Streams records as a file and records the export. Limits how many run at a time. */
export const createExporter = (audit: Audit) => {
  let runningExports = 0;
  const sendExport = async (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { resource, format, columns, records: read }: Source,
  ): Promise<FastifyReply> => {
    if (runningExports === maxConcurrentExports) throw tooManyExportsError();
    runningExports += 1;
    try {
      const records = await peekFirst(read());
      const rows = toRows(records.items, { columns, format });
      const output = writeWorkbook({ format, sheets: [{ name: resource.labelPlural, columns, rows }] });
      output.once('close', () => {
        runningExports -= 1;
        void records.end();
      });
      const { userId } = requireSession(request).session;
      audit.record({
        event: 'export',
        userId,
        address: request.ip,
        detail: `${resource.labelPlural}, ${format}`,
      });
      reply.raw.setTimeout(stallTimeout, () => reply.raw.destroy());
      const fileName = `${resource.name}-${toLocalDay(new Date())}.${format}`;
      return reply
        .type(format === 'csv' ? `${mimeTypes.csv}; charset=utf-8` : mimeTypes.xlsx)
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(output);
    } catch (error) {
      runningExports -= 1;
      throw error;
    }
  };
  return { sendExport, runningCount: () => runningExports };
};

export type Exporter = ReturnType<typeof createExporter>;

/** Adds a route per resource that streams all records of a list as a file. */
export const addExportRoutes = (
  app: App,
  { context, exporter }: { context: OperationsContext; exporter: Exporter },
): void => {
  for (const resource of resources) {
    const extension = extensions[resource.name];
    const operations = createResourceOperations(resource, context);
    const standard = exportColumns(resource);
    addResourceRoute(
      { app, resource },
      {
        url: 'GET /export',
        exposeHeadRoute: false,
        action: 'read',
        summary: `Export ${inSentence(resource.labelPlural)} as XLSX or CSV, with the filters and sort order of the list`,
        query: exportQuerySchema(resource),
        response: fileResponse('The exported file', Object.values(mimeTypes)),
        handle: async (request, _active, reply) => {
          const { format, ...criteria } = request.query;
          return exporter.sendExport(
            { request, reply },
            {
              resource,
              format,
              columns: (await extension?.exportColumns?.(standard, context)) ?? standard,
              records: () => {
                const records = operations.stream(criteria);
                return extension?.exportRows?.(records, context) ?? records;
              },
            },
          );
        },
      },
    );
  }
};
