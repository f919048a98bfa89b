import { create } from 'zustand';
import type { Job } from '#shared/import.ts';
import { type ApiResponse, http } from '../platform/index.ts';
import { waitToRetry } from '../platform/server.ts';
import { readStoredItem, storeItem } from '../ui/stored-item.ts';
import { showInfo, showProgress } from '../ui/toasts.tsx';
import { request, sendConfirmed } from './client.ts';
import { getErrorStatus, isServerUnreachable, reportError, trackCause } from './errors.ts';
import { getCurrentUserId } from './session-store.ts';

const pollIntervalMs = 400;
const maxSilenceMs = 5 * 60_000;

const getJobPath = (jobId: string) => `/jobs/${encodeURIComponent(jobId)}`;

/** Polls a job until it ends. While the server is unreachable, it retries ever more slowly, and then gives up. */
export const pollJob = async (
  jobId: string,
  { onJob, lostAdvice }: { onJob: (job: Job) => void; lostAdvice: string },
): Promise<Job> => {
  let failures = 0;
  let lastResponseAt = Date.now();
  for (;;) {
    try {
      const { data } = await request<{ data: Job }>('GET', getJobPath(jobId));
      failures = 0;
      lastResponseAt = Date.now();
      onJob(data);
      if (data.state !== 'waiting' && data.state !== 'running') return data;
    } catch (error) {
      if (!isServerUnreachable(error)) throw error;
      if (Date.now() - lastResponseAt > maxSilenceMs)
        throw new Error(`We couldn’t reach the server for 5 minutes. ${lostAdvice}`);
      await waitToRetry(failures);
      failures += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
};

/** Cancels a job; the server discards its changes. */
export const cancelJob = (jobId: string): void => {
  request('POST', `${getJobPath(jobId)}/cancel`, { body: {} }).catch((error: unknown) => {
    // 409: the job ended before the request arrived.
    if (getErrorStatus(error) !== 409) reportError(error);
  });
};

/** Cancels the change of many records that this page follows as a job; null if there is none. */
export const useRunningChange = create(() => ({ cancel: null as (() => void) | null }));

type RunningChange = { jobId: string; title: string; userId: string };

const storageKey = 'running-changes';

const readStored = (): RunningChange[] => JSON.parse(readStoredItem(storageKey) ?? '[]') as RunningChange[];

const forget = (jobId: string): void => {
  const others = readStored().filter((stored) => stored.jobId !== jobId);
  storeItem(storageKey, others.length > 0 ? JSON.stringify(others) : null);
};

/** Shows the progress of a change with Cancel, and returns its response. */
const follow = async ({ jobId, title }: RunningChange): Promise<ApiResponse> => {
  let isCancelling = false;
  const cancel = () => {
    isCancelling = true;
    useRunningChange.setState({ cancel: null });
    toast.close();
    toast = showProgress('Cancelling…', null);
    cancelJob(jobId);
  };
  let toast = showProgress(title, cancel);
  const showJob = ({ progress: { done, total } }: Job) => {
    const ofTotal = total === null ? '' : ` of ${total.toLocaleString('en')}`;
    if (!isCancelling) toast.update(`${done.toLocaleString('en')}${ofTotal}`);
  };
  useRunningChange.setState({ cancel });
  try {
    const lostAdvice = 'This may be finished: look at the list before you try again.';
    const { state, message, response } = await pollJob(jobId, { onJob: showJob, lostAdvice });
    forget(jobId);
    if (response) return { status: response.status, data: response.body };
    if (state !== 'cancelled') throw new Error(message);
    showInfo(message);
    throw new DOMException(message, 'AbortError');
  } catch (error) {
    if (getErrorStatus(error) === 404) forget(jobId);
    throw error;
  } finally {
    useRunningChange.setState({ cancel: null });
    toast.close();
  }
};

const getLockName = ({ jobId }: RunningChange) => `change ${jobId}`;

/**
 * Sends a change of many records. If it takes long, a toast shows its progress, with Cancel. `title` says what happens,
 * such as "Deleting products…".
 */
export const requestChange = <Data>(
  method: 'POST' | 'DELETE',
  path: string,
  { title, params, body }: { title: string; params?: Record<string, string>; body?: object },
): Promise<Data> =>
  trackCause(`${method} ${path}`, () =>
    sendConfirmed<Data>(async () => {
      const headers = { prefer: 'respond-async' };
      const response = await http.request<unknown>({ method, url: path, params, data: body, headers });
      if (response.status !== 202) return response;
      const { jobId } = response.data as { jobId: string };
      const change = { jobId, title, userId: getCurrentUserId() };
      storeItem(storageKey, JSON.stringify([...readStored(), change]));
      if (!navigator.locks) return follow(change);
      return navigator.locks.request(getLockName(change), () => follow(change));
    }),
  );

/** Follows the changes of this user whose page was closed before their end, and passes each response to `onEnd`. */
export const resumeChanges = (onEnd: (response: ApiResponse) => void): void => {
  for (const change of readStored().filter(({ userId }) => userId === getCurrentUserId())) {
    const resume = () => follow(change).then(onEnd, reportError);
    if (!navigator.locks) void resume();
    // Another window may follow it.
    else void navigator.locks.request(getLockName(change), { ifAvailable: true }, (lock) => lock && resume());
  }
};
