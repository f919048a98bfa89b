import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FileUnavailableError, NetworkError } from '../platform/platform.ts';
import { hideToast, showError } from '../ui/toasts.tsx';
import { ApiError, classifyFailure, getErrorMessage, getFieldErrors, reportError, trackCause } from './errors.ts';

vi.mock('../ui/toasts.tsx', () => ({ showError: vi.fn(), hideToast: vi.fn() }));

const createError = (status: number, data: unknown) => new ApiError({ status, data });

describe('getErrorMessage', () => {
  it.each([
    ['the text of the response first', createError(400, { message: 'Name is required' }), 'Name is required'],
    ['then the text of the error itself', new Error('Network Error'), 'Network Error'],
    [
      'the text of the error where the response has none',
      createError(500, 'oops'),
      'The server returned an error (500)',
    ],
    ['then the error where it is a text', 'Broken', 'Broken'],
    ['else ERROR', { message: 42 }, 'ERROR'],
    ['else ERROR, for nothing as well', undefined, 'ERROR'],
    ['else ERROR, for an empty text as well', '', 'ERROR'],
  ])('returns %s', (_name, error, message) => {
    expect(getErrorMessage(error)).toBe(message);
  });
});

describe('fieldErrorsOf', () => {
  it('returns the server’s messages for fields', () => {
    const errors = [{ field: 'name', message: 'Name is required' }];
    expect(getFieldErrors(createError(400, { message: 'x', errors }))).toEqual(errors);
  });

  it.each([createError(400, { message: 'x' }), createError(400, { errors: 'all' }), new Error('x'), null])(
    'returns none if the response names none',
    (error) => expect(getFieldErrors(error)).toEqual([]),
  );
});

describe('reportError', () => {
  beforeEach(() => {
    vi.mocked(showError).mockClear();
  });

  it('logs the error without record contents', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    reportError(createError(409, { message: 'In use', data: { email: 'a@b.example' } }));
    expect(showError).toHaveBeenCalledExactlyOnceWith('In use');
    expect(log).toHaveBeenCalledOnce();
    expect(JSON.stringify(log.mock.calls)).not.toContain('a@b.example');
  });

  it('shows no toast for an ended session or a cancelled request', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    reportError(createError(401, { message: 'Sign in' }));
    reportError(new DOMException('The request was cancelled', 'AbortError'));
    expect(showError).not.toHaveBeenCalled();
  });
});

describe('the toast of an error', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.mocked(hideToast).mockClear();
    vi.mocked(showError).mockReset().mockReturnValueOnce('first').mockReturnValueOnce('second');
  });

  const fail = async (cause: string) => {
    const error = await trackCause(cause, () => Promise.reject(createError(500, {}))).catch((thrown) => thrown);
    reportError(error);
  };

  it('disappears when the same request succeeds', async () => {
    await fail('PATCH /faq/updateById/1');
    await trackCause('PATCH /faq/updateById/1', async () => 'saved');
    expect(hideToast).toHaveBeenCalledExactlyOnceWith('first');
  });

  it('stays when another request succeeds', async () => {
    await fail('PATCH /faq/updateById/1');
    await trackCause('PATCH /faq/updateById/2', async () => 'saved');
    expect(hideToast).not.toHaveBeenCalled();
    await trackCause('PATCH /faq/updateById/1', async () => 'saved');
  });

  it('is replaced by the next one of the same cause', async () => {
    await fail('DELETE /faq/1');
    await fail('DELETE /faq/1');
    expect(hideToast).toHaveBeenCalledExactlyOnceWith('first');
    await trackCause('DELETE /faq/1', async () => 'deleted');
    expect(hideToast).toHaveBeenLastCalledWith('second');
  });
});

describe('classifyFailure', () => {
  it.each([
    ['no response', new NetworkError('Can’t reach the server'), 'unanswered'],
    ['a gateway in the server’s place', createError(502, '<html>Bad gateway</html>'), 'unanswered'],
    ['a server without its database', createError(503, { message: 'The database doesn’t respond' }), 'later'],
    ['too many requests', createError(429, {}), 'later'],
    ['an ended session', createError(401, {}), 'signedOut'],
    ['a conflict with the current record', createError(409, { data: { _id: 'r', version: 2 } }), 'conflict'],
    ['a conflict without a record', createError(409, { message: 'Taken' }), 'rejected'],
    ['invalid values', createError(400, {}), 'rejected'],
    ['a file that has changed', new FileUnavailableError('pens.png was changed'), 'rejected'],
    ['a mistake', new Error('A mistake'), 'rejected'],
  ])('%s', (_name, error, expected) => {
    expect(classifyFailure(error)).toBe(expected);
  });
});
