import { z } from 'zod';

export type FileResponse = {
  description: string;
  content: Record<string, { schema: z.ZodType }>;
};

const binarySchema = z.string().meta({ format: 'binary' });

export const fileResponse = (description: string, types: readonly string[]): FileResponse => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, { schema: binarySchema }])),
});
