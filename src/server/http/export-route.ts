import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { cutMark } from '#shared/cut-text.ts';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { inSentence } from '#shared/resource/labels.ts';
import { type ExportFormat, exportQuerySchema } from '#shared/resource/schemas.ts';
import type { CellValue } from '../../spreadsheet/column.ts';
import { defaultLimits } from '../../spreadsheet/limits.ts';
import { mimeTypes, writeWorkbook } from '../../spreadsheet/write.ts';
import { exportColumns } from '../export/columns.ts';
import { AppError } from '../lib/app-error.ts';
import { type ExportColumn, type Extension, extendedOperations } from '../records/extension.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { fileResponse } from './openapi/file-response.ts';
import { resourcePath, routeOptions } from './records/routes.ts';

export type Semaphore = { enter: () => () => void };

/** Each export holds a database connection while it is read; the remaining ones stay free for other requests. */
const maxConcurrentExports = 4;
/** Milliseconds after which a stalled download is aborted. */
const stallTimeout = 120_000;

export const createSemaphore = (): Semaphore => {
  let inside = 0;
  return {
    enter: () => {
      if (inside === maxConcurrentExports) {
        throw new AppError({
          kind: 'tooMany',
          message: 'Too many exports are running. Try again in a moment.',
          retryAfterSeconds: 5,
        });
      }
      inside += 1;
      return () => {
        inside -= 1;
      };
    },
  };
};

/** Cuts text at the cell limit of a workbook, so that one long text doesn't make the export fail. */
const fitting = (value: CellValue): CellValue => {
  // Reserves a character, because a guard against formulas may be prepended.
  const isLong = typeof value === 'string' && value.length >= defaultLimits.cellCharacters;
  return isLong ? value.slice(0, defaultLimits.cellCharacters - 1 - cutMark.length) + cutMark : value;
};

async function* rowsOf(
  records: AsyncIterable<AnyRecord>,
  { columns, format }: { columns: readonly ExportColumn[]; format: ExportFormat },
): AsyncGenerator<Record<string, CellValue>> {
  const toFit = format === 'xlsx' ? fitting : (value: CellValue) => value;
  for await (const record of records) {
    yield Object.fromEntries(columns.map(({ key, read }) => [key, toFit(read(record))]));
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

/** Adds the route that streams all records of a list as a file. */
export const registerExportRoute = (
  app: FastifyInstance,
  {
    resource,
    context,
    extension,
    semaphore,
  }: {
    resource: Resource;
    context: OperationsContext;
    extension: Extension | undefined;
    semaphore: Semaphore;
  },
): void => {
  const operations = extendedOperations(resource, { context, extension });
  const standard = exportColumns(resource);
  const query = exportQuerySchema(resource);
  app.get<{ Querystring: z.output<typeof query> }>(
    resourcePath({ resource }, '/export'),
    {
      exposeHeadRoute: false,
      ...routeOptions(
        { resource },
        {
          action: 'read',
          summary: `Export the filtered ${inSentence(resource.labelPlural)} as XLSX or CSV`,
          schema: { querystring: query },
          success: fileResponse('The file, streamed', Object.values(mimeTypes)),
        },
      ),
    },
    async (request, reply) => {
      const { format, ...selection } = request.query;
      const leave = semaphore.enter();
      try {
        const columns = (await extension?.exportColumns?.(standard, context)) ?? standard;
        const records = await peekFirst(operations.stream(selection));
        const exported = extension?.exportRows?.(records.items, context) ?? records.items;
        const rows = rowsOf(exported, { columns, format });
        const output = writeWorkbook({ format, sheets: [{ name: resource.labelPlural, columns, rows }] });
        output.once('close', () => {
          leave();
          void records.end();
        });
        reply.raw.setTimeout(stallTimeout, () => reply.raw.destroy());
        const fileName = `${resource.name}-${new Date().toISOString().slice(0, 10)}.${format}`;
        return reply
          .type(format === 'csv' ? `${mimeTypes.csv}; charset=utf-8` : mimeTypes.xlsx)
          .header('content-disposition', `attachment; filename="${fileName}"`)
          .send(output);
      } catch (error) {
        leave();
        throw error;
      }
    },
  );
};
