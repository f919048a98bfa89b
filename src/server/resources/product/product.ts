import { z } from 'zod';
import { sentVariantsSchema, skuSchemaOf, variantSchema } from '#shared/product/variant.ts';
import { createSchema, recordSchema, updateSchema } from '#shared/resource/schemas.ts';
import { product } from '#shared/resources/product.ts';
import type { Extension } from '../../resource/extension.ts';
import { addImageRoute } from './image-route.ts';
import { productOperations } from './operations.ts';
import { productRules } from './rules.ts';

const listed = z.object({
  imageUrl: z
    .string()
    .nullable()
    .describe('The stored file that shows the product: its thumbnail, else the first image of its variants'),
  variantCount: z.number(),
});

/** Read only: a record may be sent back as it was read. */
const readOnly = { imageUrl: z.unknown().optional(), variantCount: z.unknown().optional() };

const withVariants = z.object({
  attributeArr: z
    .array(variantSchema)
    .describe('The variants, in their order. Images are names of stored files, `order` counts from 0'),
});

const variantsDescription =
  'All variants, in their order. One that is there already is recognised by `_id`, else by its attribute values, else by its name, and keeps its `_id`. An image is `filename@@dataURL`, a bare data URL or the name of a stored file, as text or as `{ image, order }`';

// All in one body, as the specification has it: about 190 MB of new images.
const bodyLimit = 256 * 1024 * 1024;

/** A product is one record with its variants. */
export const productExtension: Extension = {
  rules: productRules,
  schemas: {
    record: recordSchema(product).and(listed).and(withVariants),
    listed: recordSchema(product).and(listed),
    create: createSchema(product, {
      ...readOnly,
      sku: skuSchemaOf(product.fields.sku).default(''),
      attributeArr: sentVariantsSchema.default([]).describe(variantsDescription),
    }),
    update: updateSchema(product, {
      ...readOnly,
      sku: skuSchemaOf(product.fields.sku).optional(),
      attributeArr: sentVariantsSchema
        .optional()
        .describe(`${variantsDescription}. Left out, the variants stay as they are`),
    }),
  },
  operations: productOperations,
  bodyLimit,
  routes: addImageRoute,
};
