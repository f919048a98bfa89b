import type { Body } from '../../resource/prepare-body.ts';

/** Whether people of this role sign in, and so have a password. */
export const maySignIn = (role: unknown): boolean => role === 'ADMIN' || role === 'SUBADMIN';

/** A password is only sent where one was typed for a role that has one. */
export const userBody = ({ password, ...body }: Body): Body =>
  password && maySignIn(body.role) ? { ...body, password } : body;
