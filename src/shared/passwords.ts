import { z } from 'zod';
import { exampleCode, exampleEmail, examplePassword, exampleTime } from './resource-kit/examples.ts';

/** The user of a password, whose name and email must not make up the password. */
export type PasswordOwner = { name?: string; email?: string };

export const weakPasswordMessage =
  'This password is too easy to guess. Use a few unrelated words, without your name, email or the company’s name.';

export const minPasswordLength = 10;

export const newPasswordSchema = z
  .string({ error: 'Password is required' })
  .refine(
    (password) => password.trim().length >= minPasswordLength,
    `Password must be at least ${minPasswordLength} characters`,
  )
  .max(200, 'Password can be up to 200 characters')
  .meta({ example: examplePassword, minLength: minPasswordLength });

const codeSchema = z
  .string({ error: 'Enter the code' })
  .trim()
  .min(1, 'Enter the code')
  .max(100)
  .meta({ example: exampleCode });

/** `POST /user/password-reset`: sets a new password with a one-time code. */
export const passwordResetSchema = z.strictObject({ code: codeSchema, password: newPasswordSchema });
export type PasswordReset = z.output<typeof passwordResetSchema>;

/** `POST /user/password-reset/request`: sends a one-time code to an account, if it exists. */
export const passwordResetRequestSchema = z.strictObject({
  email: z
    .string({ error: 'Enter your email' })
    .trim()
    .min(1, 'Enter your email')
    .max(320)
    .meta({ example: exampleEmail }),
});

/** `POST /user/{id}/password-reset` */
export const passwordResetCodeSchema = z.object({
  code: z.string().meta({ example: exampleCode }),
  expiresAt: z.iso.datetime().meta({ example: exampleTime }),
  /** Opens the web app with the code filled in; only if the server knows its address. */
  url: z
    .url()
    .optional()
    .meta({ example: `https://backoffice.example.com/#reset=${exampleCode}` }),
});
export type PasswordResetCode = z.infer<typeof passwordResetCodeSchema>;
