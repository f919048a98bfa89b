import { z } from 'zod';
import type { CellContent } from '#shared/import-columns.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { exampleId } from '#shared/resource-kit/examples.ts';
import { createSchema, recordSchema, updateSchema } from '#shared/resource-kit/schemas.ts';
import type { CellValue } from '../../spreadsheet/write.ts';
import type { BulkValues } from './bulk.ts';
import type { OperationsContext, ResourceHooks } from './hooks.ts';
import { createOperations, type Operations } from './operations.ts';

/** Schemas of a record in responses and of the request bodies that write it. */
export type Schemas = {
  record: z.ZodType;
  /** Record in the response to a save, which may have fewer fields. */
  saved: z.ZodType;
  /** Record in a list, which may have fewer fields. */
  listed: z.ZodType;
  create: z.ZodType;
  update: z.ZodType;
};

export type ExportColumn = {
  key: string;
  header: string;
  /** One line if left out. */
  content?: CellContent;
  read: (record: AnyRecord) => CellValue;
};

/** Resource with the operations and schemas that undo writes through. */
export type RevertTarget = { resource: Resource; operations: Operations; schemas: Schemas };

/** Behavior of one resource beyond its declaration. */
export type Extension = {
  /** Apply to every write, including imports and undo. */
  hooks?: ResourceHooks;
  schemas?: Partial<Schemas>;
  operations?: (standard: Operations, context: OperationsContext) => Operations;
  /** Maximum body size in bytes, where it doesn't follow from the fields. */
  bodyLimit?: number;
  bulk?: BulkValues;
  exportColumns?: (standard: ExportColumn[], context: OperationsContext) => Promise<ExportColumn[]>;
  /** Rows of an export, for resources with more than one row per record. */
  exportRows?: (records: AsyncIterable<AnyRecord>, context: OperationsContext) => AsyncIterable<AnyRecord>;
};

export type Extensions = Readonly<Record<string, Extension>>;

export const createExtendedOperations = (
  resource: Resource,
  { context, extension }: { context: OperationsContext; extension: Extension | undefined },
): Operations => {
  const standard = createOperations(resource, context);
  return extension?.operations?.(standard, context) ?? standard;
};

/**
 * Returns the schemas of a resource, including those of its extension. A single-record resource accepts partial values
 * on create.
 */
export const buildSchemas = (resource: Resource, extension: Extension | undefined): Schemas => ({
  record: recordSchema(resource),
  saved: extension?.schemas?.record ?? recordSchema(resource),
  listed: extension?.schemas?.record ?? recordSchema(resource),
  create: resource.isSingleton
    ? updateSchema(resource, {
        id: z
          .string()
          .max(100)
          .nullish()
          .meta({ example: exampleId(resource.name) }),
      })
    : createSchema(resource),
  update: updateSchema(resource),
  ...extension?.schemas,
});
