import { z } from 'zod';

/** How an answer is described that is a file and no JSON. */
export type FileAnswer = {
  description: string;
  content: Record<string, { schema: z.ZodType }>;
};

/** Describes an answer that is a file of one of these types. */
export const fileAnswer = (description: string, types: readonly string[]): FileAnswer => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, { schema: z.string().meta({ format: 'binary' }) }])),
});
