import { z } from 'zod';
import { dataResponseSchema, messageResponseSchema } from '../api.ts';
import { failedRecordsShape } from '../bulk.ts';
import { exampleId, exampleStoredFile } from '../resource-kit/examples.ts';
import { idOf } from '../resource-kit/shapes.ts';
import { maxSourceFiles } from '../uploads.ts';

/** Photos of one request, whose images may have to be decoded. */
export const maxMatched = 50;

export const maxVariantImages = 100;

const pathSchema = z.string().max(1000).meta({
  example: 'PEN-RED/PEN-RED_2.jpg',
  description: 'Name of the file, after that of its folder if it has one',
});

export const matchRequestSchema = z.strictObject({
  photos: z
    .array(
      z.strictObject({
        assetId: idOf('asset', 'The photo in the media library'),
        path: pathSchema,
        code: z.string().max(200).optional().meta({
          example: 'PEN-RED',
          description: 'SKU, GTIN or handle that a user entered, by which alone the photo is matched then',
        }),
      }),
    )
    .min(1, 'Send at least one photo')
    .max(maxMatched, `Send up to ${maxMatched} photos at once`),
  productId: idOf('product', 'The product that photos belong to unless they match another one').optional(),
});
export type MatchRequest = z.output<typeof matchRequestSchema>;

const targetSchema = z.object({
  productId: idOf('product'),
  variantId: idOf('productVariant', 'Null for the product’s own image').nullable(),
  name: z.string().meta({ example: 'Gel pen, Red' }),
  sku: z.string().meta({ example: 'PEN-RED' }),
  images: z
    .array(z.string())
    .meta({ example: [exampleStoredFile], description: 'Stored files that are its images now, in their order' }),
  variantCount: z.number().meta({ example: 3 }),
});
/** A product or a variant that a photo can belong to. */
export type PhotoTarget = z.infer<typeof targetSchema>;

const matchSchema = z.object({
  assetId: idOf('asset'),
  file: z.string().meta({ example: exampleStoredFile }),
  targets: z.array(targetSchema).meta({ description: 'The best one first; empty if nothing matches' }),
  isSure: z.boolean().meta({ description: 'Whether nobody has to look at it' }),
  reason: z.string().meta({ example: 'SKU in its name' }),
  order: z.number().nullable().meta({ example: 2, description: 'The number of the picture, from its name' }),
});
export type PhotoMatch = z.infer<typeof matchSchema>;

export const matchResponseSchema = dataResponseSchema(z.array(matchSchema), 'The products and variants of photos');

export const addPhotosRequestSchema = z.strictObject({
  photos: z
    .array(
      z.strictObject({
        assetId: idOf('asset'),
        productId: idOf('product'),
        variantId: idOf('productVariant', 'Null for the product’s own image').nullable(),
        replaces: z.string().max(255).nullable().meta({
          example: null,
          description: 'Stored file in whose place the photo comes; null to add it after the other images',
        }),
      }),
    )
    .min(1, 'Select at least one image')
    .max(maxSourceFiles, `Add up to ${maxSourceFiles.toLocaleString('en')} images at once`),
});
export type AddPhotosRequest = z.output<typeof addPhotosRequestSchema>;

export const addPhotosResponseSchema = messageResponseSchema
  .extend({
    added: z.number().meta({ example: 412 }),
    changed: z.number().meta({ example: 96, description: 'Number of changed products' }),
    changeId: z
      .string()
      .nullable()
      .meta({ example: exampleId('change'), description: 'By which the import can be undone' }),
    ...failedRecordsShape,
  })
  .meta({ description: 'Number of added images' });
