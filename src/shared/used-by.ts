import { z } from 'zod';
import { exampleId } from './resource-kit/examples.ts';

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

export const usedByResponseSchema = z
  .object({
    success: z.literal(true),
    message: z.string().meta({ example: `References to ${exampleId('country')} found` }),
    data: z.array(usedBySchema),
  })
  .meta({ description: 'References to the record, by resource and field' });
