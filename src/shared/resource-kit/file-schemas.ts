import { z } from 'zod';
import type { Resource } from './define-resource.ts';
import { hasFileFields, isFileField } from './fields.ts';

const fileInfoExample = { name: 'Autumn catalogue.pdf', size: 1_258_291 };

const dimensionSchema = z.int().positive();

const fileInfoSchema = z
  .object({
    name: z.string().nullable(),
    size: z.number(),
    width: dimensionSchema.optional(),
    height: dimensionSchema.optional(),
  })
  .meta({
    description:
      'Original file name, null if unknown, and size in bytes; width and height in pixels of an image whose dimensions are known',
  });

/** Accepts the size, which responses include, and ignores it. */
const fileInputSchema = z.object(
  {
    name: z.string({ error: 'A file name must be text' }).nullish(),
    size: z.unknown().optional(),
    width: dimensionSchema.optional(),
    height: dimensionSchema.optional(),
  },
  { error: 'A file is described as { name }' },
);

export const fileInputShape = (resource: Resource): Record<string, z.ZodType> =>
  hasFileFields(resource)
    ? {
        files: z.record(z.string(), fileInputSchema, { error: 'files must hold { name } by field' }).optional().meta({
          description:
            'Original file names by field, for files sent by their stored name. Accepts the `files` of a response unchanged; ignored for newly uploaded files, which bring their own name',
          example: {},
        }),
      }
    : {};

export const fileOutputShape = (resource: Resource): Record<string, z.ZodType> =>
  hasFileFields(resource)
    ? {
        files: z.record(z.string(), fileInfoSchema).meta({
          description: 'Original names and sizes of the record’s files, by field',
          example: Object.fromEntries(
            Object.entries(resource.fields).flatMap(([name, field]) =>
              isFileField(field) ? [[name, fileInfoExample]] : [],
            ),
          ),
        }),
      }
    : {};
