import type { Body } from '../../resource-kit/declared-screens.ts';

/** Only users with these roles sign in and have a password. */
export const canSignIn = (role: unknown): boolean => role === 'ADMIN' || role === 'SUBADMIN';

export const userBody = ({ password, ...body }: Body): Body =>
  password && canSignIn(body.role) ? { ...body, password } : body;
