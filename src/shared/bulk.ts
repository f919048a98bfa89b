import { z } from 'zod';
import { messageResponseSchema } from './api.ts';
import type { Resource } from './resource-kit/define-resource.ts';
import { exampleId, inputExample } from './resource-kit/examples.ts';
import { type Field, type FieldKind, isPositionField } from './resource-kit/fields.ts';
import { filterableFields } from './resource-kit/list-fields.ts';
import { type ListQuery, listQuerySchema } from './resource-kit/schemas.ts';
import { flag, idOf } from './resource-kit/shapes.ts';
import { inputSchema } from './resource-kit/values.ts';

/** Shapes of `POST /{resource}/bulk`. */

/** Limit of ids in one request; a filter can match more. */
const maxBulkIds = 10_000;

/** Limit of rows that a dry run lists; its counts cover all records. */
export const maxBulkRows = 100;

const bulkActions = ['update', 'delete'] as const;

/** Kinds for which one value can make sense for many records. */
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

export const bulkFields = (resource: Resource): [string, Field][] =>
  Object.entries(resource.fields).filter(([, field]) => commonKinds.includes(field.kind) && !isPositionField(field));

const describedValue = (field: Field): z.ZodType =>
  inputSchema(field)
    .optional()
    .meta({ description: field.label, example: inputExample(field) });

/** Parses the values to set; all are optional. `names` limits the fields, and `extra` adds others. */
export const bulkValuesSchema = (
  resource: Resource,
  { names, extra = {} }: { names?: readonly string[]; extra?: Record<string, z.ZodType> } = {},
): z.ZodType<Record<string, unknown>> =>
  z.strictObject({
    ...Object.fromEntries(
      bulkFields(resource)
        .filter(([name]) => names?.includes(name) ?? true)
        .map(([name, field]) => [name, describedValue(field)]),
    ),
    ...extra,
  });

/** Rejects unknown filters: ignoring one would change more records than intended. */
export const filterSchema = (resource: Resource): z.ZodType<ListQuery> => {
  const names = ['query', ...filterableFields(resource)];
  const listParameters = ['pageIndex', 'pageSize', 'sort'];
  return z
    .record(z.string().max(100), z.string().max(200))
    .superRefine((input, context) => {
      for (const name of Object.keys(input)) {
        if (names.includes(name) || listParameters.includes(name)) continue;
        context.addIssue({ code: 'custom', path: [name], message: `filter can contain ${names.join(', ')}` });
      }
    })
    .pipe(listQuerySchema(resource) as unknown as z.ZodType<ListQuery, Record<string, string>>)
    .meta({
      description: `Selects all records that match these list parameters, instead of \`ids\`: ${names.join(', ')}`,
    });
};

const buildExample = (resource: Resource, hasValues: boolean) => {
  const fields = bulkFields(resource);
  const [name, field] = fields.find(([, { kind }]) => kind === 'status') ?? fields[0] ?? [];
  const isUpdate = hasValues && name !== undefined && field !== undefined;
  return {
    action: isUpdate ? 'update' : 'delete',
    ...(isUpdate && { values: { [name]: inputExample(field) } }),
    ids: [exampleId(resource.name)],
    dryRun: true,
  };
};

export const bulkIdsSchema = z
  .array(z.string().min(1).max(100), { error: 'ids must be a list' })
  .min(1, 'Select at least one item')
  .max(maxBulkIds, `You can select up to ${maxBulkIds.toLocaleString('en')} items at once`)
  .optional()
  .meta({ description: 'Ids of the records' });

export const bulkPartialSchema = flag('partial', 'Whether to apply the action to the other records if some fail');

export const requireOneTarget = (
  { ids, filter }: { ids?: unknown; filter?: unknown },
  context: z.core.$RefinementCtx,
): void => {
  if ((ids === undefined) !== (filter === undefined)) return;
  context.addIssue({ code: 'custom', path: ['ids'], message: 'Send either ids or a filter' });
};

const buildRequestSchema = (resource: Resource, values: z.ZodType<Record<string, unknown>>) => {
  const hasValues = bulkFields(resource).length > 0;
  return z
    .strictObject({
      action: z.enum(bulkActions, { error: `action must be one of ${bulkActions.join(', ')}` }),
      values: values.optional().meta({ description: 'New values by field; only for action `update`' }),
      ids: bulkIdsSchema,
      filter: filterSchema(resource).optional(),
      snapshot: z.string().max(100).optional().meta({
        description: 'Of the list with `snapshot=true`: changes nothing if other records match the filter now',
      }),
      partial: bulkPartialSchema,
      dryRun: flag('dryRun', 'Whether to only report the changes without saving them'),
    })
    .superRefine(requireOneTarget)
    .superRefine(({ action, values: input }, context) => {
      const addIssue = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
      const isEmpty = input === undefined || Object.values(input).every((value) => value === undefined);
      if (action === 'update' && isEmpty) addIssue('values', 'values must contain at least one field');
      if (action === 'delete' && input !== undefined) addIssue('values', 'values can’t be sent with action "delete"');
    })
    .meta({ example: buildExample(resource, hasValues) });
};

export type BulkRequest = z.output<ReturnType<typeof buildRequestSchema>>;

export const bulkRequestSchema = (resource: Resource, values?: z.ZodType<Record<string, unknown>>) =>
  z.lazy(() => buildRequestSchema(resource, values ?? bulkValuesSchema(resource)));

const failedRecordSchema = z.object({
  id: idOf('country'),
  /** Empty if the record doesn't exist. */
  label: z.string().meta({ example: 'India' }),
  message: z.string().meta({ example: '“India” can’t be deleted because it’s used by 2 regions' }),
});
export type FailedRecord = z.infer<typeof failedRecordSchema>;

/** Limit of failed records that a response names. */
const maxFailedRecords = 1000;

export const failedRecordsShape = {
  failed: z.array(failedRecordSchema).meta({ example: [] }),
  failedCount: z.number().meta({ example: 0, description: 'Number of failed records; `failed` names the first' }),
};

export const listFailed = (failed: readonly FailedRecord[]) => ({
  failed: failed.slice(0, maxFailedRecords),
  failedCount: failed.length,
});

const shownValues = z.record(z.string(), z.unknown()).nullable();

const bulkRowSchema = z.object({
  id: idOf('country'),
  label: z.string().meta({ example: 'India' }),
  /** The changed fields, and the display names of references. */
  before: shownValues.meta({ example: { status: 'INACTIVE' } }),
  /** The same fields after the change; null if the record is deleted. */
  after: shownValues.meta({ example: { status: 'ACTIVE' } }),
});
export type BulkRow = z.infer<typeof bulkRowSchema>;

export const bulkResponseSchema = messageResponseSchema
  .extend({
    total: z.number(),
    changed: z.number(),
    /** Records that already had these values. */
    unchanged: z.number(),
    /** Other records that were updated or deleted as a consequence. */
    cascadedCount: z.number().meta({ example: 0 }),
    ...failedRecordsShape,
    /** Id for undoing the bulk action; null if nothing was written. */
    changeId: idOf('change').nullable(),
    rows: z.array(bulkRowSchema),
  })
  .meta({
    description: 'Counts and failed records; `changeId` reverts the changes. With dryRun, nothing was saved',
  });
export type BulkResult = z.infer<typeof bulkResponseSchema>;
