import { z } from 'zod';
import type { FieldError } from './api.ts';
import { newPasswordSchema } from './passwords.ts';
import { roles } from './permissions.ts';
import { exampleEmail, examplePassword } from './resource-kit/examples.ts';
import { texts } from './texts.ts';

const roleSchema = z.enum(roles);

const textSchema = z.string().catch('');

/** The specification names no fields of a token's user, so other servers may leave out any of them. */
const sessionUserSchema = z.object({
  _id: textSchema,
  name: textSchema,
  email: textSchema,
  phone: textSchema,
  role: roleSchema.optional().catch(undefined),
});

export const sessionSchema = z.object({
  userId: z.string(),
  role: roleSchema,
  user: sessionUserSchema,
});
export type Session = z.infer<typeof sessionSchema>;

/** Header of a page's request with the id of its user, whose session main must not have replaced meanwhile. */
export const pageUserHeader = 'x-page-user';

/** The payload of the token (a JWT); `exp` is in seconds since 1970. */
export const tokenPayloadSchema = sessionSchema.extend({
  jti: z.string().optional().catch(undefined),
  exp: z.number().optional().catch(undefined),
});

/** `email` is an email address or a phone number. `code` is from an authenticator app, or a recovery code. */
export const credentialsSchema = z.object({
  email: z.string({ error: texts.login.identifierRequired }).max(320).meta({ example: exampleEmail }),
  password: z.string({ error: texts.login.passwordRequired }).max(1000).meta({ example: examplePassword }),
  code: z.string().trim().max(50).optional().meta({ example: '123456' }),
  /** Replaces the password during the login, which a password set by another user requires. */
  newPassword: newPasswordSchema.optional().meta({ example: 'seven green teapots' }),
});
export type Credentials = z.infer<typeof credentialsSchema>;

/**
 * The outcome of a login, without the token. `needsCode`: log in again with `code`. `mustChangePassword`: with
 * `newPassword`.
 */
export type SignInResult = {
  success: boolean;
  message: string;
  session: Session | null;
  needsCode?: boolean | undefined;
  mustChangePassword?: boolean | undefined;
  errors?: FieldError[] | undefined;
};
