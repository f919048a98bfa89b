import { z } from 'zod';
import { exampleId } from './resource/examples.ts';

/** Limit of listed names of referring records. */
export const namedUsers = 3;

const usedBySchema = z.object({
  resource: z.string().meta({ example: 'region' }),
  field: z.string().nullable().meta({
    example: 'countryId',
    description:
      'The field that refers to the record, also the list’s filter for them; null if they only refer to what is deleted with it',
  }),
  total: z.number().meta({ example: 2 }),
  blocks: z.boolean().meta({
    example: true,
    description: 'Whether they block the deletion; otherwise they are deleted with the record',
  }),
  names: z.array(z.string()).meta({ example: ['South'], description: `The newest, at most ${namedUsers}` }),
});
/** The records of one resource that refer to a record through one field. */
export type UsedBy = z.infer<typeof usedBySchema>;

export const usedByResponseSchema = z
  .object({
    success: z.literal(true),
    message: z.string().meta({ example: `References to ${exampleId('country')} found` }),
    data: z.array(usedBySchema),
  })
  .meta({ description: 'The references to the record' });
