import { z } from 'zod';
import { messageResponseSchema } from './api.ts';
import { normalizeLine } from './normalize-text.ts';
import { exampleId, exampleTime } from './resource-kit/examples.ts';

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
  _id: z.string().meta({ example: exampleId('passkey') }),
  name: z.string().meta({ example: 'Office laptop' }),
  createdAt: z.string().meta({ example: exampleTime }),
  lastUsedAt: z.string().nullable().meta({ example: exampleTime }),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const passkeyListResponseSchema = messageResponseSchema
  .extend({ data: z.array(passkeySchema) })
  .meta({ description: 'The passkeys of the signed-in user' });
