import { z } from 'zod';
import { listResponseSchema, recordResponseSchema } from './api.ts';
import { normalizeLine } from './normalize-text.ts';
import { idOf, timeSchema, userNameSchema } from './resource-kit/shapes.ts';

/** Shapes of `/views`: views of lists, which only their owners see or everyone. */

const columnIds = z.array(z.string().max(100).meta({ example: 'name' })).max(200);

const name = z
  .string({ error: 'Enter a name' })
  .overwrite(normalizeLine)
  .min(1, 'Enter a name')
  .max(60, 'A name can have at most 60 characters')
  .meta({ example: 'Without price' });

const changeableShape = {
  name,
  search: z.string().max(4000).meta({
    description: 'Query string of the list, without its page',
    example: 'status=INACTIVE&sort=name',
  }),
  columns: z
    .strictObject({ order: columnIds, hidden: columnIds })
    .nullable()
    .meta({ description: 'Columns in order; null for those of the list' }),
  isShared: z.boolean().meta({ description: 'Whether everyone sees the view, or only its owner', example: true }),
};

const resource = z.string().max(100).meta({ example: 'product' });

const savedViewSchema = z.object({
  ...changeableShape,
  _id: idOf('view'),
  resource,
  ownerId: idOf('user'),
  /** Null if the owner’s account was deleted. */
  ownerName: userNameSchema.nullable(),
  version: z.number().meta({ example: 1 }),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type SavedView = z.infer<typeof savedViewSchema>;

export const createViewSchema = z.strictObject({
  ...changeableShape,
  resource,
  _id: idOf('view', 'Restores a deleted view under its id').optional(),
});
export type NewView = z.infer<typeof createViewSchema>;

export const updateViewSchema = z.strictObject({
  ...z.object(changeableShape).partial().shape,
  version: z
    .number()
    .int()
    .optional()
    .meta({ description: 'Version that the change is based on; 409 if it is outdated', example: 1 }),
});
export type ViewChange = z.infer<typeof updateViewSchema>;

export const savedViewsResponseSchema = listResponseSchema(savedViewSchema);
export const savedViewResponseSchema = recordResponseSchema(savedViewSchema);
