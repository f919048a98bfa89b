import { z } from 'zod';
import { exampleEmail, examplePassword } from './resource-kit/examples.ts';
import { texts } from './texts.ts';

export const roles = ['ADMIN', 'SUBADMIN', 'USER'] as const;
const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;

const sessionUserSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  role: roleSchema,
});

export const sessionSchema = z.object({
  userId: z.string(),
  role: roleSchema,
  user: sessionUserSchema,
});
export type Session = z.infer<typeof sessionSchema>;

/** The payload of the token (a JWT); `exp` is in seconds since 1970. */
export const tokenPayloadSchema = sessionSchema.extend({ jti: z.string().optional(), exp: z.number() });

/** `email` is an email address or a phone number. `code` is from an authenticator app, or a recovery code. */
export const credentialsSchema = z.object({
  email: z.string({ error: texts.login.identifierRequired }).max(320).meta({ example: exampleEmail }),
  password: z.string({ error: texts.login.passwordRequired }).max(1000).meta({ example: examplePassword }),
  code: z.string().trim().max(50).optional().meta({ example: '123456' }),
});
export type Credentials = z.infer<typeof credentialsSchema>;
