import type { z } from 'zod';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { createSchema, recordSchema, updateSchema } from '#shared/resource/schemas.ts';
import type { CellValue } from '../../spreadsheet/column.ts';
import type { BulkValues } from './bulk.ts';
import { createOperations, type Operations } from './operations.ts';
import type { OperationsContext, Rules } from './rules.ts';

/** A record as it is read, and the bodies from which it is written. */
export type Schemas = {
  record: z.ZodType;
  /** A record as the answer to a save gives it, where that can be less. */
  saved: z.ZodType;
  /** A record as a list gives it, where that is less. */
  listed: z.ZodType;
  create: z.ZodType;
  update: z.ZodType;
};

/** A column of an export: its title, and what stands in it of a record. */
export type ExportColumn = {
  key: string;
  header: string;
  read: (record: AnyRecord) => CellValue;
};

/** A resource as undoing writes to it: by the operations that everybody uses. */
export type Undoable = { resource: Resource; operations: Operations; schemas: Schemas };

/** What one resource does beyond the pattern. */
export type Extension = {
  /** What holds at every write, whoever writes. */
  rules?: Rules;
  /** Schemas that hold more than the record's fields. */
  schemas?: Partial<Schemas>;
  /** Operations that do more, or other, than the standard ones. */
  operations?: (standard: Operations, context: OperationsContext) => Operations;
  /** The most that a body may hold, where that does not follow from the fields. */
  bodyLimit?: number;
  /** What can be set in many records at once, where that is not simply their fields. */
  bulk?: BulkValues;
  /** The columns of its exports, where they are more than its fields. */
  exportColumns?: (standard: ExportColumn[], context: OperationsContext) => Promise<ExportColumn[]>;
  /** The rows of its exports, where a record has more than one. */
  exportRows?: (records: AsyncIterable<AnyRecord>, context: OperationsContext) => AsyncIterable<AnyRecord>;
};

export type Extensions = Readonly<Record<string, Extension>>;

/** The operations on a resource, with what its extension makes of them. */
export const extendedOperations = (
  resource: Resource,
  { context, extension }: { context: OperationsContext; extension: Extension | undefined },
): Operations => {
  const standard = createOperations(resource, context);
  return extension?.operations?.(standard, context) ?? standard;
};

/** The schemas of a resource, with what its extension adds. A single record may be sent in part. */
export const extendedSchemas = (resource: Resource, extension: Extension | undefined): Schemas => ({
  record: recordSchema(resource),
  saved: extension?.schemas?.record ?? recordSchema(resource),
  listed: extension?.schemas?.record ?? recordSchema(resource),
  create: resource.isSingle ? updateSchema(resource) : createSchema(resource),
  update: updateSchema(resource),
  ...extension?.schemas,
});
