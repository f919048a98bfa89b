import { z } from 'zod';

export type FileAnswer = {
  description: string;
  content: Record<string, { schema: z.ZodType }>;
};

/** Describes a response that is a file of one of the given types. */
export const fileAnswer = (description: string, types: readonly string[]): FileAnswer => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, { schema: z.string().meta({ format: 'binary' }) }])),
});
