import { sql } from 'kysely';
import { z } from 'zod';
import { catalogueDesignSchema } from '#shared/catalogue-design.ts';
import { toLocalDay } from '#shared/local-day.ts';
import { normalizeLine } from '#shared/normalize-text.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { createSchema, recordSchema, updateSchema } from '#shared/resource-kit/schemas.ts';
import { category } from '#shared/resources/category.ts';
import { findResource } from '#shared/resources/index.ts';
import { subCategory } from '#shared/resources/sub-category.ts';
import { fileDataUrlPattern } from '#shared/uploads.ts';
import { type Database, type Row, resourceTables } from '../database/tables.ts';
import { validationError } from '../lib/app-error.ts';
import type { OperationsContext, ResourceHooks } from '../records/hooks.ts';
import { matchesYesNo } from '../records/list-query.ts';
import {
  buildSchemas,
  createOperations,
  type Extension,
  type Operations,
  type RevertTarget,
} from '../records/operations.ts';
import { assetExtension } from './asset/asset.ts';
import { attributeValueExtension } from './attribute/attribute-value.ts';
import { attributeExtension } from './attribute/operations.ts';
import { completenessRulesExtension } from './completeness.ts';
import { helpSupportExtension } from './help-support.ts';
import { subCategoryExtension } from './product/hooks.ts';
import { productExtension } from './product/product.ts';
import { userExtension } from './user.ts';

const maxLength = 500;
const maxPrefix = 2048;

const getPdfName = ({ pdf }: Row): string => {
  const fileName = typeof pdf === 'string' ? fileDataUrlPattern.exec(pdf.slice(0, maxPrefix))?.[1] : undefined;
  const file = fileName?.split(/[\\/]/).at(-1) ?? '';
  return normalizeLine(file.replace(/\.pdf$/i, '')).slice(0, maxLength);
};

/** The specification's form sends no name. */
const withName = (values: Row): Row => {
  const name = values.name || getPdfName(values);
  if (!name) throw validationError([{ field: 'name', message: 'Enter a name or choose a PDF' }]);
  return { ...values, name };
};

const catalogueExtension: Extension = {
  hooks: {
    completeInput: (values, { isNew }) => (isNew || values.name === '' ? withName(values) : values),
  },
};

const isDesign = (text: string): boolean => {
  try {
    return catalogueDesignSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};

const catalogueTemplateExtension: Extension = {
  hooks: {
    completeInput: (values) => {
      if ('design' in values && !isDesign(String(values.design)))
        throw validationError([{ field: 'design', message: 'This isn’t a design of a catalogue' }]);
      return values;
    },
  },
};

const countSubCategories = async (database: Database, ids: readonly string[]): Promise<Map<unknown, number>> => {
  const rows = await resourceTables(database)
    .selectFrom(subCategory.name)
    .select(['categoryId', sql<number | string>`count(*)`.as('total')])
    .where('categoryId', 'in', ids)
    .groupBy('categoryId')
    .execute();
  return new Map(rows.map(({ categoryId, total }) => [categoryId, Number(total)]));
};

const categoryExtension: Extension = {
  schemas: {
    listed: recordSchema(category).and(z.object({ subCategoryCount: z.number().optional().meta({ example: 4 }) })),
    // Clients can send a record back as they read it.
    create: createSchema(category, { subCategoryCount: z.unknown().optional() }),
    update: updateSchema(category, { subCategoryCount: z.unknown().optional() }),
  },
  operations: (standard, { databaseHandle }) => ({
    ...standard,
    list: async (query) => {
      const { data, ...found } = await standard.list(query);
      const ids = data.map(({ _id }) => _id);
      const counts = await countSubCategories(databaseHandle.database, ids);
      return { data: data.map((record) => ({ ...record, subCategoryCount: counts.get(record._id) ?? 0 })), ...found };
    },
  }),
  hooks: {
    filters: {
      // The literal status lets the partial index of migration 0023 answer it.
      hasActiveProducts: (value) =>
        matchesYesNo(
          value,
          sql`exists (
            select 1 from product
            where product."categoryId" = category."_id" and product.status = 'ACTIVE'
          )`,
        ),
    },
  },
};

const today = () => toLocalDay(new Date());

const giftExtension: Extension = {
  hooks: {
    filters: {
      // Compared with null, the condition would be unknown, and so would its negation.
      isExpired: (value) =>
        value === 'false'
          ? sql`(gift."validTill" is null or gift."validTill" >= ${today()})`
          : matchesYesNo(value, sql`gift."validTill" < ${today()}`),
    },
  },
};

const bannerExtension: Extension = {
  operations: (standard) => ({
    ...standard,
    listOptions: async () => {
      throw validationError([{ field: 'forSelect', message: 'Banners have no select list' }]);
    },
  }),
};

export const extensions: Readonly<Record<string, Extension>> = {
  asset: assetExtension,
  attribute: attributeExtension,
  attributeValue: attributeValueExtension,
  banner: bannerExtension,
  catalogue: catalogueExtension,
  catalogueTemplate: catalogueTemplateExtension,
  category: categoryExtension,
  completenessRules: completenessRulesExtension,
  gift: giftExtension,
  helpSupport: helpSupportExtension,
  product: productExtension,
  subCategory: subCategoryExtension,
  user: userExtension,
};

/** Returns the operations on a resource, including those of its extension. */
export const createResourceOperations = (resource: Resource, context: OperationsContext): Operations => {
  const standard = createOperations(resource, context);
  return extensions[resource.name]?.operations?.(standard, context) ?? standard;
};

/** Returns the operations and schemas for undoing changes to a resource; undefined if the resource is unknown. */
export const findRevertTarget = (name: string, context: OperationsContext): RevertTarget | undefined => {
  const resource = findResource(name);
  return (
    resource && {
      resource,
      operations: createResourceOperations(resource, context),
      schemas: buildSchemas(resource, extensions[name]),
    }
  );
};

export const getHooks = (resource: string): ResourceHooks => extensions[resource]?.hooks ?? {};
