import { z } from 'zod';
import { messageResponseSchema } from './api.ts';
import { failedRecordsShape } from './bulk.ts';
import type { Resource } from './resource-kit/define-resource.ts';
import { exampleId, inputExample } from './resource-kit/examples.ts';
import { isFileField } from './resource-kit/fields.ts';
import { recordSchema, updateSchema } from './resource-kit/schemas.ts';
import { idOf } from './resource-kit/shapes.ts';

/** Shapes of `POST /{resource}/updateMany`. */

/** Limit of records in one request. */
const maxUpdatedRecords = 10_000;

export type RecordChanges = { id: string; version?: number } & Record<string, unknown>;

const withoutFiles = (resource: Resource): Resource => ({
  ...resource,
  fields: Object.fromEntries(Object.entries(resource.fields).filter(([, field]) => !isFileField(field))),
});

const buildExample = ({ name, titleField, fields }: Resource) => {
  const field = fields[titleField];
  return {
    records: [
      {
        id: exampleId(name),
        version: 1,
        ...(field && !isFileField(field) && { [titleField]: inputExample(field) }),
      },
    ],
  };
};

const rejectDuplicates = (records: readonly RecordChanges[], context: z.core.$RefinementCtx): void => {
  const ids = new Set<string>();
  for (const [index, { id }] of records.entries()) {
    if (ids.has(id))
      context.addIssue({ code: 'custom', path: [index, 'id'], message: 'The same record was sent twice' });
    ids.add(id);
  }
};

const buildRequestSchema = (resource: Resource) => {
  const id = z
    .string({ error: 'id is required' })
    .min(1, 'id is required')
    .max(100)
    .meta({ example: exampleId(resource.name) });
  const record = updateSchema(withoutFiles(resource), { id }) as unknown as z.ZodType<RecordChanges>;
  return z
    .strictObject({
      records: z
        .array(record, { error: 'records must be a list' })
        .min(1, 'Send at least one record')
        .max(maxUpdatedRecords, `You can change up to ${maxUpdatedRecords.toLocaleString('en')} items at once`)
        .superRefine(rejectDuplicates)
        .meta({
          description: 'Ids of the records, each with its changed fields and the version that was edited',
        }),
    })
    .meta({ example: buildExample(resource) });
};

export const updateManyRequestSchema = (resource: Resource): z.ZodType<{ records: RecordChanges[] }> =>
  z.lazy(() => buildRequestSchema(resource)) as unknown as z.ZodType<{ records: RecordChanges[] }>;

export const updateManyResponseSchema = (resource: Resource) =>
  messageResponseSchema
    .extend({
      changed: z.number().meta({ example: 1 }),
      changeId: idOf('change', 'Id for undoing the change; null if nothing changed').nullable(),
      data: z
        .array(recordSchema(resource))
        .meta({ description: 'The records that were sent, as they are now: the first ones that fit into a response' }),
    })
    .meta({ description: 'All records were saved as one change' });

/** Additional fields of a 409. Each error names the place of its record in the request: `records.3.sku`. */
export const updateManyFailureShape = (resource: Resource) => ({
  failed: failedRecordsShape.failed.optional(),
  failedCount: failedRecordsShape.failedCount.optional(),
  conflicts: z.array(recordSchema(resource)).optional().meta({
    description:
      'Records that someone else has changed meanwhile, as they are now: the first ones that fit into a response',
  }),
});
