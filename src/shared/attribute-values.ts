import { z } from 'zod';
import { exampleId } from './resource-kit/examples.ts';
import { createSchema, recordSchema, updateSchema } from './resource-kit/schemas.ts';
import { attribute } from './resources/attribute.ts';
import { attributeValue } from './resources/attribute-value.ts';

/** Schemas of an attribute that is saved together with its values. */

/** Values of one attribute that a request can contain. */
const maxValues = 1000;

const id = z.string().min(1).max(100);

const valueInputSchema = updateSchema(attributeValue, {
  _id: id.optional().meta({
    description: 'An existing value; a new one has none',
    example: exampleId('attributeValue'),
  }),
  isRemoved: z
    .boolean({ error: 'isRemoved must be true or false' })
    .default(false)
    .meta({ description: 'Whether to delete the value', example: false }),
  replacementId: id.optional().meta({
    description: 'Another value of the attribute that this one is merged into',
    example: exampleId('replacement'),
  }),
}) as unknown as z.ZodType<AttributeValueInput>;

export type AttributeValueInput = {
  _id?: string;
  version?: number;
  name?: string;
  color?: string;
  image?: string | null;
  files?: unknown;
  isRemoved: boolean;
  replacementId?: string;
};

const valueInputsSchema = z
  .array(valueInputSchema, { error: 'attributeValueArr must be a list' })
  .max(maxValues, `An attribute can be saved with up to ${maxValues.toLocaleString('en')} values`)
  .optional()
  .meta({ description: 'Values in their order; those that aren’t listed stay unchanged and come last' });

const valuesSchema = z.object({ attributeValueArr: z.array(recordSchema(attributeValue)) });

export const attributeSchemas = {
  record: recordSchema(attribute).and(valuesSchema),
  saved: recordSchema(attribute).and(
    valuesSchema.partial().extend({
      changeId: z
        .string()
        .optional()
        .meta({
          example: exampleId('change'),
          description: 'By which everything saved with the attribute can be undone',
        }),
    }),
  ),
  listed: recordSchema(attribute),
  create: createSchema(attribute, { attributeValueArr: valueInputsSchema }),
  update: updateSchema(attribute, { attributeValueArr: valueInputsSchema }),
};
