import { z } from 'zod';
import { sentVariantsSchema, skuSchemaOf, variantsSchema } from '#shared/product/variant.ts';
import { exampleStoredFile } from '#shared/resource/examples.ts';
import { createSchema, recordSchema, updateSchema } from '#shared/resource/schemas.ts';
import { product } from '#shared/resources/product.ts';
import type { Extension } from '../../records/extension.ts';
import { productBulk } from './bulk.ts';
import { productExportColumns, productExportRows } from './export.ts';
import { productOperations } from './operations.ts';
import { productRules } from './rules.ts';

const listed = z.object({
  imageUrl: z.string().nullable().meta({
    example: exampleStoredFile,
    description:
      'The stored file that shows the product: its thumbnail, else the first image of its variants',
  }),
  variantCount: z.number().meta({ example: 1 }),
});

/** Read only: a record may be sent back as it was read. */
const readOnly = { imageUrl: z.unknown().optional(), variantCount: z.unknown().optional() };

// All in one body, as the specification has it: about 190 MB of new images.
const bodyLimit = 256 * 1024 * 1024;

/** A product is one record with its variants. */
export const productExtension: Extension = {
  rules: productRules,
  schemas: {
    record: recordSchema(product)
      .and(listed)
      .and(z.object({ attributeArr: variantsSchema })),
    saved: recordSchema(product)
      .and(listed)
      .and(z.object({ attributeArr: variantsSchema.optional() })),
    listed: recordSchema(product).and(listed),
    create: createSchema(product, {
      ...readOnly,
      sku: skuSchemaOf(product.fields.sku).default(''),
      attributeArr: sentVariantsSchema.default([]),
    }),
    update: updateSchema(product, {
      ...readOnly,
      sku: skuSchemaOf(product.fields.sku).optional(),
      attributeArr: sentVariantsSchema.optional(),
    }),
  },
  operations: productOperations,
  exportColumns: productExportColumns,
  exportRows: productExportRows,
  bodyLimit,
  bulk: productBulk,
};
