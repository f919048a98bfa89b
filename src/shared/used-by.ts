import { z } from 'zod';
import { dataResponseSchema, messageResponseSchema } from './api.ts';
import type { Resource } from './resource-kit/define-resource.ts';
import { exampleId, exampleStoredFile } from './resource-kit/examples.ts';
import { isReferenceField } from './resource-kit/fields.ts';
import { flag, idOf } from './resource-kit/shapes.ts';
import { referencesTo } from './resources/index.ts';

/** Limit of listed names of referring records. */
export const maxReferrerNames = 3;

const usedBySchema = z.object({
  resource: z.string().meta({ example: 'region' }),
  field: z.string().nullable().meta({
    example: 'countryId',
    description:
      'Field that refers to the record, and the list filter that finds these records; null if they refer only to a record that is deleted along with it',
  }),
  total: z.number().meta({ example: 2 }),
  blocks: z.boolean().meta({
    example: true,
    description: 'Whether these records block the deletion; otherwise they are deleted along with the record',
  }),
  names: z
    .array(z.string())
    .meta({ example: ['South'], description: `Names of the newest ${maxReferrerNames} of these records` }),
});
/** The records of one resource that refer to a record through one field. */
export type UsedBy = z.infer<typeof usedBySchema>;

export const usedByResponseSchema = dataResponseSchema(
  z.array(usedBySchema),
  'References to the record, by resource and field',
);

export const fileUsesQuerySchema = z.object({
  file: z.string().min(1).max(255).meta({ description: 'Name of the stored file', example: exampleStoredFile }),
  except: idOf('category', 'Id of a record to leave out').optional(),
  pageIndex: z.coerce.number().int().min(0).max(10_000).default(0),
  pageSize: z.coerce.number().int().min(1).max(100).default(10),
});

const fileUseSchema = z.object({
  resource: z.string().meta({ example: 'category' }),
  recordId: idOf('category'),
  title: z.string().meta({ example: 'Pens' }),
  references: z
    .record(z.string(), z.string())
    .meta({ description: 'Ids of the records that the record refers to, by field', example: {} }),
});

/** A record that uses a stored file. */
export type FileUse = z.infer<typeof fileUseSchema>;

export const fileUsesResponseSchema = messageResponseSchema
  .extend({ data: z.array(fileUseSchema), total: z.number().meta({ example: 1 }) })
  .meta({ description: 'Records that use the file, the newest first' });

/** Shapes of `POST /{resource}/replaceById/{id}`. */

export const replaceRequestSchema = (resource: Resource) =>
  z.strictObject({
    replacementId: z
      .string({ error: 'replacementId is required' })
      .min(1, 'replacementId is required')
      .max(100)
      .meta({
        example: exampleId(resource.name),
        description: 'Record that takes the place of the deleted one',
      }),
    dryRun: flag('dryRun', 'Whether to only check the replacement without saving it'),
  });

export const replaceResponseSchema = messageResponseSchema
  .extend({
    changed: z.number().meta({ example: 281, description: 'Number of records that referred to the deleted one' }),
    changeId: idOf('change', 'By which the replacement can be undone; null for a dry run').nullable(),
  })
  .meta({ description: 'Result of a replacement' });

export type ReplaceResult = z.infer<typeof replaceResponseSchema>;

/** Whether records of a resource can be replaced: other records refer to them and would block a deletion. */
export const isReplaceable = (resource: Resource): boolean =>
  referencesTo(resource.name).some(({ onDelete }) => onDelete === 'restrict');

/**
 * Fields in which a replacement must have the same value, because the moved records may depend on it: a city's
 * replacement is in the same state.
 */
export const getReplacementScope = ({ fields }: Resource): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    isReferenceField(field) && (field.kind === 'inherited' || field.isRequired) ? [name] : [],
  );
