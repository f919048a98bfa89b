import { z } from 'zod';
import { dataResponseSchema } from './api.ts';
import { searchQuerySchema } from './resource-kit/schemas.ts';
import { idOf, pictureSchema } from './resource-kit/shapes.ts';

export const maxFoundRecords = 10;

export const recordSearchSchema = z.object({
  query: searchQuerySchema.unwrap().trim().min(1, 'Enter a query').meta({ example: 'pen' }),
});

export const foundRecordsSchema = dataResponseSchema(
  z.array(
    z.object({
      resource: z.string().meta({ example: 'faq' }),
      total: z.number().meta({ example: 1 }),
      records: z.array(
        z.object({
          _id: idOf('faq'),
          title: z.string().meta({ example: 'Do you sell pens?' }),
          detail: z
            .string()
            .meta({ example: 'Yes', description: 'The matching code or text, else the referenced records' }),
          image: pictureSchema,
          price: z.number().nullable().meta({ example: 12.5 }),
          isLowestPrice: z
            .literal(true)
            .optional()
            .meta({ description: 'Set if the variants of the product have several prices' }),
        }),
      ),
    }),
  ),
  `The closest ${maxFoundRecords} matches of each resource that has any`,
);

export type FoundRecords = z.infer<typeof foundRecordsSchema>;
