import { z } from 'zod';
import {
  type CatalogueDesign,
  catalogueDesignSchema,
  cataloguePreviewSchema,
  type MadeCatalogue,
  madeCatalogueSchema,
  storedDesignSchema,
} from '#shared/catalogue-design.ts';
import type { Currency } from '#shared/office.ts';
import { can } from '#shared/permissions.ts';
import { idOf } from '#shared/resource-kit/shapes.ts';
import { catalogue } from '#shared/resources/catalogue.ts';
import { product } from '#shared/resources/product.ts';
import type { ActiveSession } from '../auth/sessions.ts';
import type { Database } from '../database/tables.ts';
import { forbiddenError } from '../http/plugins/auth.ts';
import { longChangeResponses, runLongChange } from '../http/records/long-change.ts';
import { idParams } from '../http/records/routes.ts';
import { type App, addRoute } from '../http/route.ts';
import { validationError } from '../lib/app-error.ts';
import type { ChangeOptions } from '../records/bulk-transaction.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { createOperations, type WriteOptions } from '../records/operations.ts';
import { addLabelPrinting } from './labels.ts';
import { findChangedPages, makeCatalogue, type PageRecord } from './make-catalogue.ts';
import { readSections } from './read-products.ts';

/** More than 10,000 ids. */
const bodyLimit = 1024 * 1024;

const previewPages = 6;

type Made = { record: { _id: string; name: string }; pageCount: number; notices: string[]; failed: [] };

const readPrintable = async (design: CatalogueDesign, context: OperationsContext) => {
  const sections = await readSections(design, context);
  if (sections.length === 0)
    throw validationError([{ field: 'design.filter', message: 'No products match this choice' }]);
  return sections;
};

const storeDesign = async (
  database: Database,
  { catalogueId, design, pages }: { catalogueId: string; design: CatalogueDesign; pages: readonly PageRecord[] },
): Promise<void> => {
  const row = {
    catalogueId,
    design: JSON.stringify(design),
    pages: JSON.stringify(pages),
    madeAt: new Date().toISOString(),
  };
  await database
    .insertInto('catalogueDesign')
    .values(row)
    .onConflict((conflict) => conflict.column('catalogueId').doUpdateSet(row))
    .execute();
};

/** Encodes chunks of any size as base64 texts that can be joined. */
const createEncoder = (write: (text: string) => Promise<void>) => {
  let rest = Buffer.alloc(0);
  return {
    write: async (bytes: Uint8Array): Promise<void> => {
      const all = Buffer.concat([rest, bytes]);
      const whole = all.length - (all.length % 3);
      rest = all.subarray(whole);
      await write(all.subarray(0, whole).toString('base64'));
    },
    end: () => write(rest.toString('base64')),
  };
};

type Source = { context: OperationsContext; currency: Currency };

/** Makes the PDF and stores it as a new catalogue, or in the place of the PDF of an existing one. */
const makeAndStore = async (
  { design, id }: { design: CatalogueDesign; id?: string | undefined },
  { context, currency }: Source,
  { actor, monitor, beforeCommit }: ChangeOptions<Made>,
): Promise<Made> => {
  const sections = await readPrintable(design, context);
  const operations = createOperations(catalogue, context);
  const receiver = context.files.createReceiver();
  try {
    const file = await receiver.start();
    const encoder = createEncoder(file.write);
    const { pages, pageCount, notices } = await makeCatalogue({
      design,
      sections,
      currency,
      storage: context.files.storage,
      write: encoder.write,
      onPage: (page) => monitor?.onProgress(page),
      signal: monitor?.signal,
    });
    await encoder.end();
    // In a file name, a slash would be a path, and @@ the end of the name.
    const pdf = `${design.title.replace(/[\\/@]+/g, '-')}.pdf@@data:application/pdf;base64,${await file.end()}`;
    const toMade = (record: { _id: string; name?: unknown }): Made => ({
      record: { _id: record._id, name: String(record.name) },
      pageCount,
      notices,
      failed: [],
    });
    const options: WriteOptions = {
      actor,
      beforeCommit: async (write, record) => {
        await storeDesign(write.database, { catalogueId: record._id, design, pages });
        await beforeCommit(write, toMade(record));
      },
    };
    const record =
      id === undefined
        ? await operations.create({ name: design.title, pdf }, options)
        : await operations.update(id, { pdf }, options);
    return toMade(record);
  } finally {
    await receiver.discard();
  }
};

const assertReadsProducts = ({ session: { role } }: ActiveSession): void => {
  if (!can({ role, action: 'read', resource: product.name })) throw forbiddenError();
};

/** Adds the routes that print catalogues and labels of products. */
export const addPrinting = (
  app: App,
  { context, getCurrency }: { context: OperationsContext; getCurrency: () => Currency },
): void => {
  addLabelPrinting(app, { context, getCurrency });
  addRoute(app, {
    url: 'POST /v1/catalogue/preview',
    access: { resource: catalogue.name, action: 'create' },
    bodyLimit,
    summary: 'Make the first pages of a catalogue from products',
    body: z.strictObject({ design: catalogueDesignSchema }),
    response: cataloguePreviewSchema,
    handle: async ({ body: { design } }, active) => {
      assertReadsProducts(active);
      const sections = await readPrintable(design, context);
      const chunks: Uint8Array[] = [];
      const { pageCount, notices } = await makeCatalogue({
        design,
        sections,
        currency: getCurrency(),
        storage: context.files.storage,
        maxPages: previewPages,
        write: async (bytes) => void chunks.push(bytes),
      });
      const productCount = sections.reduce((sum, { products }) => sum + products.length, 0);
      const pdf = Buffer.concat(chunks).toString('base64');
      return { message: 'Preview made', data: { pageCount, productCount, notices, pdf } };
    },
  });
  addRoute(app, {
    url: 'POST /v1/catalogue/make',
    access: { resource: catalogue.name, action: 'create' },
    bodyLimit,
    summary: 'Make a catalogue from products, and store its PDF',
    body: z.strictObject({
      design: catalogueDesignSchema,
      id: idOf(catalogue.name, 'Of the catalogue whose PDF is replaced. Without it, a new one is added').optional(),
    }),
    response: madeCatalogueSchema,
    otherResponses: longChangeResponses(),
    handle: async (request, active, reply) => {
      assertReadsProducts(active);
      return runLongChange<Made, { message: string; data: MadeCatalogue }>(request, reply, {
        toResponse: ({ record, pageCount, notices }) => ({
          message: `“${record.name}” made`,
          data: { ...record, pageCount, notices },
        }),
        change: (options) => makeAndStore(request.body, { context, currency: getCurrency() }, options),
        describeFailure: null,
      });
    },
  });
  addRoute(app, {
    url: 'GET /v1/catalogue/design/:id',
    access: { resource: catalogue.name, action: 'read' },
    summary: 'Get how a catalogue was made from products, and which of its pages have changed since',
    params: idParams(catalogue.name),
    response: storedDesignSchema,
    handle: async ({ params: { id } }, active) => {
      assertReadsProducts(active);
      const row = await context.databaseHandle.database
        .selectFrom('catalogueDesign')
        .selectAll()
        .where('catalogueId', '=', id)
        .executeTakeFirst();
      if (!row) return { message: 'It wasn’t made from products', data: null };
      const design = catalogueDesignSchema.parse(JSON.parse(row.design));
      const sections = await readSections(design, context);
      const { pages, pageCount } = await makeCatalogue({
        design,
        sections,
        currency: getCurrency(),
        storage: null,
        write: async () => undefined,
      });
      const changedPages = findChangedPages(JSON.parse(row.pages) as PageRecord[], pages);
      return { message: 'Design found', data: { design, madeAt: row.madeAt, pageCount, changedPages } };
    },
  });
};
