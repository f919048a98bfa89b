import { isObject, isString } from './guards.ts';

/** Whether the server rejects the session, by its status or only in the body. */
export const isRejection = ({ status, body }: { status: number; body: unknown }): boolean =>
  status === 401 || status === 403 || (status < 400 && isObject(body) && body.success === false);

/** Whether a 401 says that the account was deleted or deactivated: the session has ended for good. */
export const isAccountOffResponse = (body: unknown): boolean =>
  isObject(body) && isObject(body.data) && body.data.isAccountOff === true;

/** Why a 401 says that the session was ended; undefined if it doesn't. */
export const getEndReason = (body: unknown): string | undefined => {
  if (!isObject(body) || !isObject(body.data) || !isString(body.message)) return undefined;
  return body.data.isAccountOff === true || body.data.isRoleChanged === true ? body.message : undefined;
};
