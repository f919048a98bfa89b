import { z } from 'zod';
import { normalizeLine } from './normalize-text.ts';
import { newPasswordSchema } from './passwords.ts';
import { exampleCode } from './resource-kit/examples.ts';
import { idOf } from './resource-kit/shapes.ts';

/** Response shapes that all resources share. */

const fieldErrorSchema = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/**
 * Any error response. A 409 for an out-of-date version has the current record in `data`. A 403 has `needsPassword` if
 * `POST /user/confirm` makes the request possible, and `needsTwoFactor` if the user must first set up two-factor login.
 */
export const errorResponseSchema = z.object({
  success: z.literal(false),
  message: z.string(),
  errors: z.array(fieldErrorSchema).optional(),
  data: z.unknown().optional(),
  needsPassword: z.literal(true).optional(),
  needsTwoFactor: z.literal(true).optional(),
});
export type ErrorResponse = z.infer<typeof errorResponseSchema>;

const messageSchema = z.string().meta({ example: 'Done' });

export const messageResponseSchema = z
  .object({ success: z.literal(true), message: messageSchema })
  .meta({ description: 'Success' });

const snapshotSchema = z.string().optional().meta({
  description: 'With snapshot=true: identifies the matching records',
  example: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
});

export const listResponseSchema = <T extends z.ZodType>(record: T) =>
  messageResponseSchema
    .extend({
      data: z.array(record),
      total: z.number(),
      nextCursor: z.number().optional().meta({
        description: 'Where to go on if the page is too large for one response',
        example: 5,
      }),
      snapshot: snapshotSchema,
      correctedQuery: z.string().optional().meta({
        description: 'What was searched for instead, if nothing matches the query as it is',
        example: 'sticky notes',
      }),
    })
    .meta({ title: 'records', description: 'One page of records and the total count' });

export const dataResponseSchema = <T extends z.ZodType>(data: T, description: string) =>
  messageResponseSchema.extend({ data }).meta({ description });

export const recordResponseSchema = <T extends z.ZodType>(record: T) =>
  dataResponseSchema(record, 'The current record');

const removalSchema = z.string().meta({ example: 'Removed from Answer: a script' });

/** Response to a save. The server may have removed content, such as a script in a text. */
export const savedResponseSchema = <T extends z.ZodType>(record: T) =>
  messageResponseSchema
    .extend({
      data: record,
      notices: z.array(removalSchema).optional().meta({ description: 'Content that the server removed' }),
    })
    .meta({ description: 'The current record' });

const selectOptionSchema = z.object({
  label: z.string().meta({ example: 'Blue' }),
  value: idOf('country'),
  detail: z.string().optional().meta({
    description: 'Tells options with equal labels apart, such as an email address',
    example: 'meera@example.com',
  }),
});
export type SelectOption = z.infer<typeof selectOptionSchema>;

export const selectResponseSchema = messageResponseSchema
  .extend({
    data: z.array(selectOptionSchema),
    total: z.number().optional().meta({ description: 'With limit: the number of matching records', example: 1 }),
  })
  .meta({ title: 'options', description: 'The labels and ids of all records, or of the first `limit`' });

/** Response to a deletion. `POST /history/{historyId}/revert` undoes it for 30 days. */
export const deleteResponseSchema = messageResponseSchema
  .extend({ historyId: idOf('history') })
  .meta({ description: 'Deleted; restorable by `historyId` for 30 days' });

/** `GET /setup`: whether the first administrator still has to be created, and whether that takes the server's code. */
export const setupStateSchema = z
  .object({ needed: z.boolean(), needsCode: z.boolean().optional() })
  .meta({ description: 'Whether an admin account is needed' });

/** `POST /setup`: the first administrator, and whether to add the sample catalogue. */
export const setupRequestSchema = z.strictObject({
  name: z
    .string({ error: 'Name is required' })
    .overwrite(normalizeLine)
    .min(1, 'Name is required')
    .max(200, 'Name can be up to 200 characters')
    .meta({ example: 'Ada' }),
  email: z.email({ error: 'Enter a valid email address, such as name@company.com' }).trim().max(320),
  password: newPasswordSchema,
  sample: z.boolean().default(false),
  /** Printed by a server that others can reach when it starts. */
  code: z.string().max(100).optional().meta({ example: exampleCode }),
});
export type SetupRequest = z.input<typeof setupRequestSchema>;

/** `POST /user/login` and `GET /user/authorization`. */
export const loginResponseSchema = z
  .object({
    success: z.boolean(),
    message: messageSchema,
    token: z.string().meta({ example: 'header.payload.signature' }),
  })
  .meta({ description: 'Session token' });

/**
 * `data` of a 401 whose message says why the account's sessions were ended. `isAccountOff`: it was deleted or
 * deactivated, or its role can't log in anymore.
 */
export type SessionEnd = { isAccountOff?: boolean; isRoleChanged?: boolean };

/**
 * `needsCode`: the password is correct, but the user has to enter a code as well. `mustChangePassword`: the login needs
 * `newPassword`, because another user set the current one.
 */
export const loginFailureSchema = errorResponseSchema.extend({
  token: z.literal('').optional(),
  needsCode: z.literal(true).optional(),
  mustChangePassword: z.literal(true).optional(),
});

/** `GET /meta`: says that the server is ours, with all of its extensions to the specification, and what may differ. */
export const metaSchema = z
  .object({
    name: z.string().meta({ example: 'Catalogue Back Office' }),
    version: z.string().meta({ example: '1.0.0' }),
    level: z.literal('full'),
    sendsMail: z.boolean().meta({ description: 'Whether it can send codes for new passwords' }),
    timeZone: z.string().optional().meta({
      description: 'Time zone in which a calendar day begins and ends for everyone',
      example: 'Asia/Kolkata',
    }),
    currency: z.string().optional().meta({ description: 'Currency of all prices', example: 'INR' }),
  })
  .meta({ description: 'Name and version of a server with all extensions to the specification' });
export type Meta = z.infer<typeof metaSchema>;
