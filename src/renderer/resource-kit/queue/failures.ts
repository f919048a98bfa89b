import { FileUnavailableError, isUnreachableStatus, NetworkError } from '../../platform/platform.ts';
import {
  ApiError,
  getConflictingRecord,
  getErrorMessage,
  getErrorStatus,
  getFieldErrors,
  getServerMessage,
  isServerUnreachable,
  needsTwoFactor,
} from '../errors.ts';
import type { Problem, QueuedChange } from './queue-store.ts';

/** Whether a request got no response of the server: the connection failed, or a gateway answered in its place. */
export const isReplacedByGateway = (error: unknown): boolean => {
  if (error instanceof FileUnavailableError) return false;
  if (error instanceof NetworkError) return true;
  if (!(error instanceof ApiError) || !isUnreachableStatus(error.response.status)) return false;
  return getServerMessage(error) === undefined;
};

/** Secrets are never stored on this computer. */
export const hasSecret = ({ password }: Record<string, unknown>): boolean => Boolean(password);

/** Shorter than the 24 hours for which the server remembers an idempotency key. */
const keyLifetimeMs = 23 * 60 * 60 * 1000;

/** Whether a record may exist already although a request with the same key would create another one. */
export const isUncertain = ({ recordId, triedAt }: Pick<QueuedChange, 'recordId' | 'triedAt'>, now: number): boolean =>
  recordId === null && triedAt !== null && now - Date.parse(triedAt) > keyLifetimeMs;

const retriedStatuses = [408, 425, 429];

/** Decides what happens to a change whose request failed. */
export const classifyFailure = (error: unknown): 'retry' | 'stop' | Problem => {
  const status = getErrorStatus(error);
  const isTwoFactorMissing = error instanceof ApiError && needsTwoFactor(error.response.data);
  if (status === 401 || isTwoFactorMissing) return 'stop';
  if (isServerUnreachable(error) || (status && retriedStatuses.includes(status))) return 'retry';
  if (getConflictingRecord(error))
    return { kind: 'conflict', message: 'Someone changed this record meanwhile.', errors: [] };
  return { kind: 'rejected', message: getErrorMessage(error), errors: getFieldErrors(error) };
};
