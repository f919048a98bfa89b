import { z } from 'zod';

/** The shapes of the API's answers that are the same for every resource. */

export const fieldErrorSchema = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** Every failure. A 409 for an out-of-date version carries the current record in `data`. */
export const errorResponseSchema = z.object({
  success: z.literal(false),
  message: z.string(),
  errors: z.array(fieldErrorSchema).optional(),
  data: z.unknown().optional(),
});
export type ErrorResponse = z.infer<typeof errorResponseSchema>;

export const listResponseSchema = <T extends z.ZodType>(record: T) =>
  z.object({ success: z.literal(true), message: z.string(), data: z.array(record), total: z.number() });

export const recordResponseSchema = <T extends z.ZodType>(record: T) =>
  z.object({ success: z.literal(true), message: z.string(), data: record });

export const selectOptionSchema = z.object({ label: z.string(), value: z.string() });
export type SelectOption = z.infer<typeof selectOptionSchema>;

export const messageResponseSchema = z.object({ success: z.literal(true), message: z.string() });

/** A deletion, and the id by which it can be undone for a while: `POST /history/{historyId}/revert`. */
export const removedResponseSchema = messageResponseSchema.extend({ historyId: z.string() });

/** `GET /setup`: whether the first administrator is still to be created. */
export const setupStateSchema = z.object({ needed: z.boolean() });

/** A password that is being set. */
export const newPasswordSchema = z
  .string({ error: 'Password is required' })
  .min(10, 'The password needs at least 10 characters')
  .max(200, 'The password can have at most 200 characters');

/** `POST /setup`: the first administrator, and whether the sample catalogue is wanted. */
export const setupRequestSchema = z.strictObject({
  name: z.string({ error: 'Name is required' }).trim().min(1, 'Name is required').max(200),
  email: z.email({ error: 'Enter an e-mail address, such as name@company.com' }).trim().max(320),
  password: newPasswordSchema,
  sample: z.boolean().default(false),
});
export type SetupRequest = z.input<typeof setupRequestSchema>;

/** `POST /user/login` and `GET /user/authorization`. */
export const loginResponseSchema = z.object({ success: z.boolean(), message: z.string(), token: z.string() });

/** `GET /meta`: what the server can do beyond the specification. */
export const metaSchema = z.object({
  name: z.string(),
  version: z.string(),
  capabilities: z.array(z.string()),
});
export type Meta = z.infer<typeof metaSchema>;
