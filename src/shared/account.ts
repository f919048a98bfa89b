import { z } from 'zod';
import { messageResponseSchema, setupRequestSchema } from './api.ts';
import { newPasswordSchema } from './passwords.ts';
import { exampleEmail, exampleId, exampleTime } from './resource-kit/examples.ts';
import { passwordConfirmationSchema } from './two-factor.ts';

/** `GET /user/account`: the signed-in user. */
const accountSchema = z.object({
  name: z.string().meta({ example: 'Ada' }),
  email: z.string().meta({ example: exampleEmail }),
  phone: z.string().meta({ example: '+91 98765 43210' }),
  twoFactor: z.object({ isOn: z.boolean(), isRequired: z.boolean(), recoveryCodesLeft: z.int() }),
});
export type Account = z.infer<typeof accountSchema>;

export const accountResponseSchema = messageResponseSchema
  .extend({ data: accountSchema })
  .meta({ description: 'The signed-in user' });

/** `GET /user/storage-key`: the key as base64url. */
export const storageKeyResponseSchema = messageResponseSchema
  .extend({
    data: z.object({
      key: z
        .string()
        .length(86)
        .meta({ example: 'q'.repeat(86) }),
    }),
  })
  .meta({ description: 'The key of the signed-in user' });

/** `PATCH /user/account` */
export const accountUpdateSchema = z.strictObject({
  name: setupRequestSchema.shape.name,
});

/** `POST /user/password` */
export const passwordChangeSchema = z.strictObject({
  current: passwordConfirmationSchema.shape.password,
  next: newPasswordSchema,
});

/** `GET /user/sessions` */
const sessionListItemSchema = z.object({
  _id: z.string().meta({ example: exampleId('session') }),
  /** The session of this request. */
  isCurrent: z.boolean(),
  device: z.string().meta({ example: 'Firefox on Linux' }),
  address: z.string().meta({ example: '192.0.2.7' }),
  createdAt: z.string().meta({ example: exampleTime }),
  /** Up to five minutes old. */
  lastSeenAt: z.string().meta({ example: exampleTime }),
});
export type SessionListItem = z.infer<typeof sessionListItemSchema>;

export const sessionListResponseSchema = messageResponseSchema
  .extend({ data: z.array(sessionListItemSchema) })
  .meta({ description: 'The sessions of the signed-in user' });
