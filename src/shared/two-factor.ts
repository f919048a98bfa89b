import { z } from 'zod';
import { messageResponseSchema } from './api.ts';
import { examplePassword } from './resource-kit/examples.ts';

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

export const twoFactorPolicyResponseSchema = messageResponseSchema
  .extend({ data: twoFactorPolicySchema })
  .meta({ description: 'The roles that require two-factor login' });

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
export const userTwoFactorResponseSchema = messageResponseSchema
  .extend({ data: z.object({ isOn: z.boolean(), passkeys: z.int() }) })
  .meta({ description: 'The second factors of a user' });
