import { z } from 'zod';
import { messageResponseSchema } from './api.ts';
import type { Resource } from './resource-kit/define-resource.ts';
import { exampleId } from './resource-kit/examples.ts';
import { isReferenceField } from './resource-kit/fields.ts';
import { referencesTo } from './resources/index.ts';

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
    dryRun: z
      .boolean({ error: 'dryRun must be true or false' })
      .default(false)
      .meta({ description: 'Whether to only check the replacement without saving it', example: false }),
  });

export const replaceResponseSchema = messageResponseSchema
  .extend({
    changed: z.number().meta({ example: 281, description: 'Number of records that referred to the deleted one' }),
    changeId: z
      .string()
      .nullable()
      .meta({
        example: exampleId('change'),
        description: 'By which the replacement can be undone; null for a dry run',
      }),
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
