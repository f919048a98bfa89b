import { z } from 'zod';
import type { UpdateOf } from './resource-kit/define-resource.ts';
import { createSchema, recordSchema, updateSchema } from './resource-kit/schemas.ts';
import { flag, idOf } from './resource-kit/shapes.ts';
import { attribute } from './resources/attribute.ts';
import { attributeValue } from './resources/attribute-value.ts';

/** Schemas of an attribute that is saved together with its values. */

/** Values of one attribute that a request can contain. */
const maxValues = 1000;

const valueInputSchema = updateSchema(attributeValue, {
  _id: idOf('attributeValue', 'An existing value; a new one has none').min(1).optional(),
  isRemoved: flag('isRemoved', 'Whether to delete the value'),
  replacementId: idOf('replacement', 'Another value of the attribute that this one is merged into').min(1).optional(),
}) as unknown as z.ZodType<AttributeValueInput>;

export type AttributeValueInput = UpdateOf<typeof attributeValue> & {
  _id?: string;
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
      changeId: idOf('change', 'By which everything saved with the attribute can be undone').optional(),
    }),
  ),
  listed: recordSchema(attribute),
  create: createSchema(attribute, { attributeValueArr: valueInputsSchema }),
  update: updateSchema(attribute, { attributeValueArr: valueInputsSchema }),
};
