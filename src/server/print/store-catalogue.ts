import { sql } from 'kysely';
import type { CatalogueDesign } from '#shared/catalogue-design.ts';
import type { Currency } from '#shared/office.ts';
import { catalogue } from '#shared/resources/catalogue.ts';
import type { Database } from '../database/tables.ts';
import { validationError } from '../lib/app-error.ts';
import type { Actor, OperationsContext, WriteContext } from '../records/hooks.ts';
import { createOperations, type WriteOptions } from '../records/operations.ts';
import { applyDealer } from './dealers.ts';
import { type MakeOptions, makeCatalogue, type PageRecord } from './make-catalogue.ts';
import { findCoverPicture } from './plan.ts';
import { readSections } from './read-products.ts';

/** The design with the values of its dealer, and the products. Throws if there are none. */
export const readPrintable = async (design: CatalogueDesign, context: OperationsContext) => {
  const printed = await applyDealer(design, context.databaseHandle.database);
  const content = await readSections(printed, context);
  if (content.sections.length === 0)
    throw validationError([{ field: 'design.filter', message: 'No products match this choice' }]);
  return { design: printed, content };
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

/** The designs of the catalogues that were made from products and still exist, newest first. */
export const readDesigns = async (database: Database) => {
  const rows = await database
    .selectFrom('catalogueDesign')
    .innerJoin(
      sql<{ _id: string; name: string }>`catalogue`.as('catalogue'),
      'catalogue._id',
      'catalogueDesign.catalogueId',
    )
    .select(['catalogueId', 'catalogue.name', 'design', 'madeAt'])
    .orderBy('madeAt', 'desc')
    .orderBy('catalogueId')
    .execute();
  return rows.map(({ design, ...row }) => ({ ...row, design: JSON.parse(design) as CatalogueDesign }));
};

export type Source = { context: OperationsContext; currency: Currency };

export type Made = { record: { _id: string; name: string }; pageCount: number; notices: string[]; failed: [] };

/** Makes the PDF and stores it as a new catalogue, or in the place of the PDF of an existing one. */
export const makeAndStore = async (
  { design, id }: { design: CatalogueDesign; id?: string | undefined },
  { context, currency }: Source,
  {
    actor,
    beforeCommit,
    ...progress
  }: { actor: Actor | null; beforeCommit?: (write: WriteContext, made: Made) => Promise<void> } & Pick<
    MakeOptions,
    'onPage' | 'signal'
  >,
): Promise<Made> => {
  const printable = await readPrintable(design, context);
  const operations = createOperations(catalogue, context);
  const receiver = context.files.createReceiver();
  try {
    const file = await receiver.start();
    const { pages, pageCount, notices } = await makeCatalogue({
      ...printable,
      currency,
      storage: context.files.storage,
      write: file.writeBytes,
      ...progress,
    });
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
        await beforeCommit?.(write, toMade(record));
      },
    };
    const dealerName = printable.design.selection?.dealerName;
    const image = findCoverPicture(printable.design, printable.content.sections);
    const added = {
      name: dealerName === undefined ? design.title : `${design.title} – ${dealerName}`,
      // Websites show active catalogues, but the prices of a dealer are confidential.
      ...(dealerName !== undefined && { status: 'INACTIVE' }),
      ...(image && { image }),
      pdf,
    };
    const record =
      id === undefined ? await operations.create(added, options) : await operations.update(id, { pdf }, options);
    return toMade(record);
  } finally {
    await receiver.discard();
  }
};
