import { z } from 'zod';
import { listFailed } from '#shared/bulk.ts';
import {
  catalogueDesignSchema,
  cataloguePreviewSchema,
  type MadeCatalogue,
  type MadeMany as MadeManyData,
  madeCatalogueSchema,
  madeFromProductsSchema,
  madeManySchema,
  makeManySchema,
  priceListSchema,
  storedDesignSchema,
} from '#shared/catalogue-design.ts';
import type { Currency } from '#shared/office.ts';
import { can } from '#shared/permissions.ts';
import { idOf } from '#shared/resource-kit/shapes.ts';
import { catalogue } from '#shared/resources/catalogue.ts';
import { dealer } from '#shared/resources/dealer.ts';
import { product } from '#shared/resources/product.ts';
import { mimeTypes } from '../../spreadsheet/write.ts';
import type { ActiveSession } from '../auth/sessions.ts';
import { forbiddenError } from '../http/plugins/auth.ts';
import { longChangeResponses, runLongChange } from '../http/records/long-change.ts';
import { idParams } from '../http/records/routes.ts';
import { type App, addRoute, fileResponse } from '../http/route.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { createRepository } from '../records/repository.ts';
import { applyDealer } from './dealers.ts';
import { addLabelPrinting } from './labels.ts';
import { findChangedPages, makeCatalogue, type PageRecord } from './make-catalogue.ts';
import { describeMany, type MadeMany, makeMany } from './make-many.ts';
import { writePriceLists } from './price-list-file.ts';
import { readSections } from './read-products.ts';
import { type Made, makeAndStore, readDesigns, readPrintable } from './store-catalogue.ts';

/** More than 10,000 ids. */
const bodyLimit = 1024 * 1024;

const previewPages = 6;

const assertReadsProducts = ({ session: { role } }: ActiveSession): void => {
  if (!can({ role, action: 'read', resource: product.name })) throw forbiddenError();
};

/** Adds the routes that print catalogues and labels of products. */
export const addPrinting = (
  app: App,
  { context, getCurrency }: { context: OperationsContext; getCurrency: () => Currency },
): void => {
  addLabelPrinting(app, { context, getCurrency });
  const source = () => ({ context, currency: getCurrency() });
  addRoute(app, {
    url: 'POST /v1/catalogue/preview',
    access: { resource: catalogue.name, action: 'create' },
    bodyLimit,
    summary: 'Make the first pages of a catalogue from products',
    body: z.strictObject({ design: catalogueDesignSchema }),
    response: cataloguePreviewSchema,
    handle: async ({ body: { design } }, active) => {
      assertReadsProducts(active);
      const printable = await readPrintable(design, context);
      const chunks: Uint8Array[] = [];
      const { pageCount, notices } = await makeCatalogue({
        ...printable,
        currency: getCurrency(),
        storage: context.files.storage,
        maxPages: previewPages,
        write: async (bytes) => void chunks.push(bytes),
      });
      const productCount = printable.content.sections.reduce((sum, { products }) => sum + products.length, 0);
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
        change: ({ monitor, ...options }) =>
          makeAndStore(request.body, source(), { ...options, onPage: monitor?.onProgress, signal: monitor?.signal }),
        describeFailure: null,
      });
    },
  });
  addRoute(app, {
    url: 'POST /v1/catalogue/make-many',
    access: { resource: catalogue.name, action: 'create' },
    bodyLimit,
    summary: 'Make a catalogue for each of several dealers, or several catalogues again',
    body: makeManySchema,
    response: madeManySchema,
    otherResponses: longChangeResponses(),
    handle: async (request, active, reply) => {
      assertReadsProducts(active);
      return runLongChange<MadeMany, { message: string; data: MadeManyData }>(request, reply, {
        toResponse: (outcome) => ({
          message: describeMany(outcome),
          data: { made: outcome.made, ...listFailed(outcome.failed) },
        }),
        change: (options) => makeMany(request.body, source(), options),
        describeFailure: null,
      });
    },
  });
  addRoute(app, {
    url: 'GET /v1/catalogue/designs',
    access: { resource: catalogue.name, action: 'read' },
    summary: 'List the catalogues that were made from products',
    response: madeFromProductsSchema,
    handle: async () => {
      const { database } = context.databaseHandle;
      const designs = await readDesigns(database);
      const dealerIds = designs.flatMap(({ design }) => design.dealerId ?? []);
      const dealers = await createRepository(dealer, database).findRows([...new Set(dealerIds)]);
      const names = new Map(dealers.map(({ _id, name }) => [_id, String(name)]));
      return {
        message: 'Catalogues found',
        data: designs.map(({ catalogueId, name, madeAt, design: { dealerId = null } }) => ({
          _id: catalogueId,
          name,
          madeAt,
          dealerId,
          dealerName: names.get(dealerId ?? '') ?? null,
        })),
      };
    },
  });
  addRoute(app, {
    url: 'POST /v1/catalogue/price-list',
    access: { resource: product.name, action: 'read' },
    bodyLimit,
    summary: 'Export a price list as XLSX, or those of several dealers as a ZIP archive of them',
    body: priceListSchema,
    event: 'export',
    response: fileResponse('The price lists', [mimeTypes.xlsx, 'application/zip']),
    handle: async ({ body }, _active, reply) => {
      const { type, output } = await writePriceLists(body, source());
      return reply
        .type(type === 'zip' ? 'application/zip' : mimeTypes.xlsx)
        .header('content-disposition', `attachment; filename="price-list.${type}"`)
        .send(output);
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
      const printed = await applyDealer(design, context.databaseHandle.database);
      const { pages, pageCount } = await makeCatalogue({
        design: printed,
        content: await readSections(printed, context),
        currency: getCurrency(),
        storage: null,
        write: async () => undefined,
      });
      const changedPages = findChangedPages(JSON.parse(row.pages) as PageRecord[], pages);
      return { message: 'Design found', data: { design, madeAt: row.madeAt, pageCount, changedPages } };
    },
  });
};
