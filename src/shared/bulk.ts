import { z } from 'zod';
import { messageResponseSchema } from './api.ts';
import type { Resource } from './resource/define-resource.ts';
import { exampleId, sentExample } from './resource/examples.ts';
import type { Field, FieldKind } from './resource/fields.ts';
import { filterNames, type ListQuery, listQuerySchema } from './resource/schemas.ts';
import { valueSchema } from './resource/values.ts';

/** Doing the same to many records at once: shapes of `POST /{resource}/bulk`. */

/** How many records can be named in one request; by a filter, all that it finds. */
const maxBulkIds = 10_000;

/** How many records a dry run shows. Its counts are of all. */
export const maxBulkRows = 100;

const bulkActions = ['update', 'delete'] as const;

/** What can sensibly be the same in many records. */
const commonKinds: readonly FieldKind[] = [
  'status',
  'choice',
  'choices',
  'boolean',
  'reference',
  'number',
  'money',
  'date',
];

/** The fields of a resource that can be set in many records at once. */
export const bulkFields = (resource: Resource): [string, Field][] =>
  Object.entries(resource.fields).filter(([, field]) => commonKinds.includes(field.kind));

const describedValue = (field: Field): z.ZodType =>
  valueSchema(field)
    .optional()
    .meta({ description: field.label, example: sentExample(field) });

/** Parses what is set in many records: only what is sent changes. Only those fields, where some are named. */
export const bulkValuesSchema = (
  resource: Resource,
  { names, further = {} }: { names?: readonly string[]; further?: Record<string, z.ZodType> } = {},
): z.ZodType<Record<string, unknown>> =>
  z.strictObject({
    ...Object.fromEntries(
      bulkFields(resource)
        .filter(([name]) => names?.includes(name) ?? true)
        .map(([name, field]) => [name, describedValue(field)]),
    ),
    ...further,
  });

/** What is asked of many records. */
export type BulkRequest = {
  action: (typeof bulkActions)[number];
  values?: Record<string, unknown> | undefined;
  ids?: string[] | undefined;
  filter?: ListQuery | undefined;
  partial: boolean;
  dryRun: boolean;
};

/** What the list would ignore would here mean more records than were wanted. */
const filterSchema = (resource: Resource): z.ZodType<ListQuery> => {
  const names = ['query', ...filterNames(resource)];
  const ofTheList = ['pageIndex', 'pageSize', 'sort'];
  return z
    .record(z.string().max(100), z.string().max(200))
    .superRefine((sent, context) => {
      for (const name of Object.keys(sent)) {
        if (names.includes(name) || ofTheList.includes(name)) continue;
        context.addIssue({ code: 'custom', path: [name], message: `filter can contain ${names.join(', ')}` });
      }
    })
    .pipe(listQuerySchema(resource) as unknown as z.ZodType<ListQuery, Record<string, string>>)
    .meta({
      description: `Everything that the list finds with these parameters (${names.join(', ')}), on all pages; instead of ids`,
    });
};

const exampleOf = (resource: Resource, hasValues: boolean) => {
  const fields = bulkFields(resource);
  const [name, field] = fields.find(([, { kind }]) => kind === 'status') ?? fields[0] ?? [];
  const isUpdate = hasValues && name !== undefined && field !== undefined;
  return {
    action: isUpdate ? 'update' : 'delete',
    ...(isUpdate && { values: { [name]: sentExample(field) } }),
    ids: [exampleId(resource.name)],
    dryRun: true,
  };
};

/** Parses the ids of the records that a bulk action is about. */
export const bulkIdsSchema = z
  .array(z.string().min(1).max(100), { error: 'ids must be a list' })
  .min(1, 'Select at least one item')
  .max(maxBulkIds, `You can select up to ${maxBulkIds.toLocaleString('en')} items at once`)
  .optional()
  .meta({ description: 'The ids of the records' });

export const bulkPartialSchema = z
  .boolean({ error: 'partial must be true or false' })
  .default(false)
  .meta({ description: 'Apply to the rest when some records fail' });

/** Refuses a bulk action that names its records twice, or not at all. */
export const refuseUnlessOneTarget = (
  { ids, filter }: { ids?: unknown; filter?: unknown },
  context: z.core.$RefinementCtx,
): void => {
  if ((ids === undefined) !== (filter === undefined)) return;
  context.addIssue({ code: 'custom', path: ['ids'], message: 'Send either ids or a filter' });
};

/** Parses the body of a bulk action; `values` parses what is set. */
export const bulkRequestSchema = (
  resource: Resource,
  values: z.ZodType<Record<string, unknown>> = bulkValuesSchema(resource),
): z.ZodType<BulkRequest> => {
  const hasValues = bulkFields(resource).length > 0;
  return z
    .strictObject({
      action: z.enum(bulkActions, { error: `action must be one of ${bulkActions.join(', ')}` }),
      values: values.optional().meta({ description: 'For update: the fields to set, and their values' }),
      ids: bulkIdsSchema,
      filter: filterSchema(resource).optional(),
      partial: bulkPartialSchema,
      dryRun: z
        .boolean({ error: 'dryRun must be true or false' })
        .default(false)
        .meta({ description: 'Dry run: report what would change without writing' }),
    })
    .superRefine(refuseUnlessOneTarget)
    .superRefine(({ action, values: sent }, context) => {
      const problem = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message });
      const isEmpty = sent === undefined || Object.values(sent).every((value) => value === undefined);
      if (action === 'update' && isEmpty) problem('values', 'values must contain at least one field');
      if (action === 'delete' && sent !== undefined)
        problem('values', 'values can’t be sent with action "delete"');
    })
    .meta({ example: exampleOf(resource, hasValues) }) as unknown as z.ZodType<BulkRequest>;
};

/** A record that could not be changed, and why. */
export const refusedRecordSchema = z.object({
  id: z.string().meta({ example: exampleId('country') }),
  /** What the record is called; empty where it is not there. */
  label: z.string().meta({ example: 'India' }),
  message: z.string().meta({ example: '“India” can’t be deleted because it’s used by 2 regions' }),
});
export type RefusedRecord = z.infer<typeof refusedRecordSchema>;

const shownValues = z.record(z.string(), z.unknown()).nullable();

const bulkRowSchema = z.object({
  id: z.string().meta({ example: exampleId('country') }),
  label: z.string().meta({ example: 'India' }),
  /** The changed fields, and the names of what they refer to. */
  before: shownValues.meta({ example: { status: 'INACTIVE' } }),
  /** The same fields afterwards; null where the record is deleted. */
  after: shownValues.meta({ example: { status: 'ACTIVE' } }),
});
export type BulkRow = z.infer<typeof bulkRowSchema>;

/** What a bulk action did; of a dry run, what it would do. */
export const bulkResponseSchema = messageResponseSchema
  .extend({
    total: z.number(),
    changed: z.number(),
    /** How many were already as wanted. */
    unchanged: z.number(),
    /** How many others changed or went along with them. */
    along: z.number().meta({ example: 0 }),
    failed: z.array(refusedRecordSchema).meta({ example: [] }),
    /** By this the whole can be taken back; null where nothing was written. */
    changeId: z
      .string()
      .nullable()
      .meta({ example: exampleId('change') }),
    /** Of a dry run, the first records that would change. */
    rows: z.array(bulkRowSchema),
  })
  .meta({ description: 'What was done, or with dryRun what would be; `changeId` undoes it' });
export type BulkResult = z.infer<typeof bulkResponseSchema>;
