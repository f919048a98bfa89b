import { describe, expect, it, vi } from 'vitest';
import { FileUnavailableError, NetworkError } from '../../platform/platform.ts';
import { ApiError } from '../errors.ts';
import { classifyFailure, isReplacedByGateway, isUncertain } from './failures.ts';

vi.mock('../../ui/toasts.tsx', () => ({ showError: vi.fn(), hideToast: vi.fn() }));

const createError = (status: number, data: unknown = {}) => new ApiError({ status, data });

describe('isReplacedByGateway', () => {
  it.each([
    [new NetworkError('Can’t reach the server'), true],
    [createError(502, '<html>Bad gateway</html>'), true],
    [createError(503, { success: false, message: 'The database doesn’t respond' }), false],
    [createError(500), false],
    [new FileUnavailableError('pens.png was changed'), false],
    [new Error('A mistake'), false],
  ])('%s: %s', (error, expected) => {
    expect(isReplacedByGateway(error)).toBe(expected);
  });
});

describe('classifyFailure', () => {
  it.each([
    ['retries without a response', new NetworkError('Can’t reach the server'), 'retry'],
    ['retries while the database is down', createError(503, { message: 'Later' }), 'retry'],
    ['retries after too many requests', createError(429), 'retry'],
    ['stops until the user logs in', createError(401), 'stop'],
  ])('%s', (_name, error, expected) => {
    expect(classifyFailure(error)).toBe(expected);
  });

  it('keeps the messages of a rejection', () => {
    const errors = [{ field: 'name', message: 'Name is required' }];
    expect(classifyFailure(createError(400, { message: 'Invalid', errors }))).toEqual({
      kind: 'rejected',
      message: 'Invalid',
      errors,
    });
  });

  it('names a conflict only if the response has the current record', () => {
    const data = { _id: 'r', version: 2 };
    expect(classifyFailure(createError(409, { data }))).toMatchObject({ kind: 'conflict' });
    expect(classifyFailure(createError(409, { message: 'Taken' }))).toMatchObject({
      kind: 'rejected',
      message: 'Taken',
    });
  });
});

describe('isUncertain', () => {
  const hour = 60 * 60 * 1000;
  const triedAt = new Date(0).toISOString();
  it.each([
    ['a new record that was tried a day ago', { recordId: null, triedAt }, 24 * hour, true],
    ['one whose key the server still knows', { recordId: null, triedAt }, 22 * hour, false],
    ['one that was never sent', { recordId: null, triedAt: null }, 99 * hour, false],
    ['an update, which has a version', { recordId: 'r', triedAt }, 24 * hour, false],
  ])('%s', (_name, change, now, expected) => {
    expect(isUncertain(change, now)).toBe(expected);
  });
});
