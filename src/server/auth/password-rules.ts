import { type PasswordOwner, weakPasswordMessage } from '#shared/passwords.ts';
import { validationError } from '../lib/app-error.ts';

/** Rejects passwords that are common, easy to guess, or made of the names of product, company or user. */
export const assertGoodPassword = async (
  password: string,
  { owner, field = 'password' }: { owner: PasswordOwner; field?: string },
): Promise<void> => {
  const { estimateStrength } = await import('#shared/password-strength.ts');
  if (estimateStrength(password, owner) !== 'weak') return;
  throw validationError([{ field, message: weakPasswordMessage }]);
};
