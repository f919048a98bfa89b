import { z } from 'zod';
import { dataResponseSchema, messageResponseSchema, setupRequestSchema } from './api.ts';
import { normalizeLine } from './normalize-text.ts';
import { newPasswordSchema } from './passwords.ts';
import { exampleEmail, examplePassword, exampleTime } from './resource-kit/examples.ts';
import { idOf, timeSchema, userNameSchema } from './resource-kit/shapes.ts';

/** Number of recovery codes of a user. */
export const recoveryCodeCount = 10;

/** The roles that can log in, and so be required to use a second factor. */
export const twoFactorRoles = ['ADMIN', 'SUBADMIN'] as const;
export const twoFactorRolesSchema = z.array(z.enum(twoFactorRoles)).max(twoFactorRoles.length);
export type TwoFactorRoles = z.infer<typeof twoFactorRolesSchema>;

/** `PATCH /user/two-factor/policy` */
export const twoFactorPolicySchema = z.strictObject({
  roles: twoFactorRolesSchema.meta({ example: ['ADMIN'] }),
});

export const twoFactorPolicyResponseSchema = dataResponseSchema(
  twoFactorPolicySchema,
  'The roles that require two-factor login',
);

/** `POST /user/two-factor` */
export const twoFactorSecretResponseSchema = messageResponseSchema
  .extend({
    secret: z.string().meta({ example: 'JBSWY3DPEHPK3PXP' }),
    uri: z.string().meta({ example: 'otpauth://totp/Catalogue%20Back%20Office:ada' }),
  })
  .meta({ description: 'The secret for the authenticator app' });

/** `POST /user/two-factor/confirm` */
export const twoFactorCodeSchema = z.strictObject({
  code: z.string({ error: 'Enter the code' }).trim().min(1, 'Enter the code').max(50).meta({ example: '123456' }),
});

export const recoveryCodesResponseSchema = messageResponseSchema
  .extend({ recoveryCodes: z.array(z.string()).meta({ example: ['k7m2p-9xq4t'] }) })
  .meta({ description: 'Recovery codes, each for one login. They are never returned again.' });

/** The current password, as asked for before changes of an account. */
export const passwordConfirmationSchema = z.strictObject({
  password: z
    .string({ error: 'Enter your password' })
    .min(1, 'Enter your password')
    .max(1000)
    .meta({ example: examplePassword }),
});

/** `GET /user/{id}/two-factor`, for admins. */
export const userTwoFactorResponseSchema = dataResponseSchema(
  z.object({ isOn: z.boolean(), passkeys: z.int() }),
  'The second factors of a user',
);

/** `GET /user/account`: the signed-in user. */
const accountSchema = z.object({
  name: userNameSchema,
  email: z.string().meta({ example: exampleEmail }),
  phone: z.string().meta({ example: '+91 98765 43210' }),
  twoFactor: z.object({ isOn: z.boolean(), isRequired: z.boolean(), recoveryCodesLeft: z.int() }),
});
export type Account = z.infer<typeof accountSchema>;

export const accountResponseSchema = dataResponseSchema(accountSchema, 'The signed-in user');

/** `GET /user/storage-key`: the key as base64url. */
export const storageKeyResponseSchema = dataResponseSchema(
  z.object({
    key: z
      .string()
      .length(86)
      .meta({ example: 'q'.repeat(86) }),
  }),
  'The key of the signed-in user',
);

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
  _id: idOf('session'),
  /** The session of this request. */
  isCurrent: z.boolean(),
  device: z.string().meta({ example: 'Firefox on Linux' }),
  address: z.string().meta({ example: '192.0.2.7' }),
  createdAt: timeSchema,
  /** Up to five minutes old. */
  lastSeenAt: timeSchema,
});
export type SessionListItem = z.infer<typeof sessionListItemSchema>;

export const sessionListResponseSchema = dataResponseSchema(
  z.array(sessionListItemSchema),
  'The sessions of the signed-in user',
);

/** Half of the key encrypts contents, the other half names. */
export const storageKeyBytes = 64;

const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(20_000)
  .meta({ example: 'b3BhcXVl' });

/** Fields of every response of an authenticator (WebAuthn's PublicKeyCredential as JSON). */
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
};

export const passkeyRegistrationSchema = z.object({
  name: z.string().overwrite(normalizeLine).min(1, 'Name is required').max(100).meta({ example: 'Office laptop' }),
  credential: z.object({
    ...credential,
    response: z.looseObject({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z
        .array(z.string().max(50))
        .max(20)
        .optional()
        .meta({ example: ['internal'] }),
    }),
  }),
});

export const passkeyLoginSchema = z.object({
  credential: z.object({
    ...credential,
    response: z.looseObject({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.optional(),
    }),
  }),
});

/** The argument of `startRegistration` or `startAuthentication` in the browser. */
export const passkeyOptionsResponseSchema = messageResponseSchema
  .extend({ options: z.looseObject({ challenge: z.string() }).meta({ example: { challenge: 'b3BhcXVl' } }) })
  .meta({ description: 'Options for the browser’s passkey dialog' });

export type PasskeyOptions = z.infer<typeof passkeyOptionsResponseSchema>['options'];

const passkeySchema = z.object({
  _id: idOf('passkey'),
  name: z.string().meta({ example: 'Office laptop' }),
  createdAt: timeSchema,
  lastUsedAt: z.string().nullable().meta({ example: exampleTime }),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const passkeyListResponseSchema = dataResponseSchema(
  z.array(passkeySchema),
  'The passkeys of the signed-in user',
);
