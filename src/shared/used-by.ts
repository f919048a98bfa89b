import { z } from 'zod';
import { exampleId } from './resource/examples.ts';

/** How many names of referring records are listed. */
export const namedUsers = 3;

const usedBySchema = z.object({
  resource: z.string().meta({ example: 'region' }),
  field: z.string().nullable().meta({
    example: 'countryId',
    description:
      'The field that refers to the record, and the filter by which the list shows them; null where they refer only to what is deleted with it',
  }),
  total: z.number().meta({ example: 2 }),
  blocks: z.boolean().meta({
    example: true,
    description: 'Whether they keep the record from being deleted; otherwise they are deleted with it',
  }),
  names: z.array(z.string()).meta({ example: ['South'], description: `The newest, at most ${namedUsers}` }),
});
/** The records of one resource that refer to a record through one field. */
export type UsedBy = z.infer<typeof usedBySchema>;

/** `GET /{resource}/usedBy/{id}` */
export const usedByResponseSchema = z
  .object({
    success: z.literal(true),
    message: z.string().meta({ example: `References to ${exampleId('country')} found` }),
    data: z.array(usedBySchema),
  })
  .meta({ description: 'What refers to the record; nothing where it is not used' });
