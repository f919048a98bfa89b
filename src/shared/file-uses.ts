import { z } from 'zod';
import { exampleId, exampleStoredFile } from './resource-kit/examples.ts';

export const fileUsesQuerySchema = z.object({
  file: z.string().min(1).max(255).meta({ description: 'Name of the stored file', example: exampleStoredFile }),
  except: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Id of a record to leave out', example: exampleId('category') }),
  pageIndex: z.coerce.number().int().min(0).max(10_000).default(0),
  pageSize: z.coerce.number().int().min(1).max(100).default(10),
});

const fileUseSchema = z.object({
  resource: z.string().meta({ example: 'category' }),
  recordId: z.string().meta({ example: exampleId('category') }),
  title: z.string().meta({ example: 'Pens' }),
  references: z
    .record(z.string(), z.string())
    .meta({ description: 'Ids of the records that the record refers to, by field', example: {} }),
});

/** A record that uses a stored file. */
export type FileUse = z.infer<typeof fileUseSchema>;

export const fileUsesResponseSchema = z
  .object({
    success: z.literal(true),
    message: z.string().meta({ example: 'Uses of the file found' }),
    data: z.array(fileUseSchema),
    total: z.number().meta({ example: 1 }),
  })
  .meta({ description: 'Records that use the file, the newest first' });
