import { isObject, isString } from '#shared/guards.ts';
import { FileUnavailableError, isUnreachableStatus, NetworkError } from '../../platform/platform.ts';
import { ApiError } from '../errors.ts';

/** Whether a request got no response of the server: the connection failed, or a gateway answered in its place. */
export const isReplacedByGateway = (error: unknown): boolean => {
  if (error instanceof FileUnavailableError) return false;
  if (error instanceof NetworkError) return true;
  if (!(error instanceof ApiError) || !isUnreachableStatus(error.response.status)) return false;
  const { data } = error.response;
  return !(isObject(data) && isString(data.message));
};

/** Secrets are never stored on this computer. */
export const hasSecret = ({ password }: Record<string, unknown>): boolean => Boolean(password);
