import { v4 } from 'uuid';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { findResource } from '#shared/resources/index.ts';
import { platform } from '../../platform/index.ts';
import { collectLocalFiles } from '../../platform/local-files.ts';
import { isServerReachable } from '../../platform/platform.ts';
import { checkServer, getRetryDelay, useServerStatus } from '../../platform/server.ts';
import { showError, showInfo, showSuccess } from '../../ui/toasts.tsx';
import { getClient, type SaveResponse } from '../client.ts';
import { classifyFailure, getErrorMessage, getFieldErrors, recordSchema } from '../errors.ts';
import { saveRecord } from '../hooks.ts';
import { refetchResource, showValues } from '../query-client.ts';
import { getCurrentUserId, useSessionStore } from '../session-store.ts';
import type { ClientStorage } from './client-store.ts';
import { loadValues } from './stored-saves.ts';
import {
  completeWaiting,
  getKeyStorage,
  getRecordKey,
  listWaiting,
  notify,
  type Problem,
  readQueue,
  readWaiting,
  updateWaiting,
  useQueue,
  type WaitingSave,
} from './waiting-saves.ts';

/** Shorter than the 24 hours for which the server remembers an idempotency key. */
const keyLifetimeMs = 23 * 60 * 60 * 1000;

/** Whether a record may exist already although a request with the same key would create another one. */
export const isUncertain = ({ recordId, triedAt }: Pick<WaitingSave, 'recordId' | 'triedAt'>, now: number): boolean =>
  recordId === null && triedAt !== null && now - Date.parse(triedAt) > keyLifetimeMs;

/** The next save to send: the first one that waits and is the earliest of its record. */
export const findNext = (saves: readonly WaitingSave[], passed: ReadonlySet<string>): WaitingSave | undefined =>
  saves.find(
    (save, index) =>
      !save.problem &&
      !passed.has(save.id) &&
      saves.slice(0, index).every((earlier) => getRecordKey(earlier) !== getRecordKey(save)),
  );

/** The version on which an update of a record is based that didn't exist when the user saved it. */
const findVersion = async (resource: Resource, { base, recordId }: WaitingSave): Promise<unknown> => {
  if (base || recordId === null) return base?.version;
  const current: AnyRecord = await getClient(resource).get(recordId);
  return current.version;
};

/** A file that can't be read again, which only the user can replace. */
class LostFilesError extends Error {}

const sendValues = async (storage: ClientStorage, save: WaitingSave, resource: Resource) => {
  const { values, lostFiles } = await loadValues(save.values, storage);
  try {
    if (lostFiles.length > 0)
      throw new LostFilesError(`Can’t read ${lostFiles.join(', ')}. Edit the change and choose the file again.`);
    const version = await findVersion(resource, save);
    return await saveRecord(resource, {
      id: save.recordId ?? undefined,
      values: version === undefined ? values : { ...values, version },
      headers: { 'idempotency-key': save.idempotencyKey },
    });
  } finally {
    for (const file of collectLocalFiles(values)) platform.files.release(file);
  }
};

/** Deletes a sent save, and gives the next one of a new record its id. */
const complete = async (storage: ClientStorage, save: WaitingSave, saved: { _id: string } | undefined) => {
  const next = (await listWaiting(storage)).find(({ follows }) => save.recordId === null && follows === save.id);
  const follower = next && { ...next, recordId: saved?._id ?? null, base: recordSchema.safeParse(saved).data ?? null };
  await completeWaiting(storage, save.id, follower);
};

const toProblem = (error: unknown): Problem => {
  if (error instanceof LostFilesError) return { kind: 'unreadable', message: error.message, errors: [] };
  if (classifyFailure(error) === 'conflict')
    return { kind: 'conflict', message: 'Someone changed this record meanwhile.', errors: [] };
  return { kind: 'rejected', message: getErrorMessage(error), errors: getFieldErrors(error) };
};

const uncertain: Problem = {
  kind: 'uncertain',
  message:
    'The connection broke while this was being saved, more than a day ago. Check whether the record exists before you send it again.',
  errors: [],
};

/** `later`: with the same key. `stop`: not before the user has logged in again. */
type Outcome = { is: 'sent'; notices: readonly string[] } | { is: 'problem' | 'later' | 'stop' };

/** Sends a save. The caller holds its lock and has checked whose session it is. */
const sendSave = async (storage: ClientStorage, save: WaitingSave): Promise<Outcome> => {
  const fail = async (problem: Problem): Promise<Outcome> => {
    // A response of the server means that nothing was saved.
    const triedAt = problem.kind === 'uncertain' ? save.triedAt : null;
    await updateWaiting(storage, { ...save, problem, triedAt });
    return { is: 'problem' };
  };
  const resource = findResource(save.resource);
  if (!resource) return fail({ kind: 'rejected', message: 'This app can’t send it.', errors: [] });
  if (isUncertain(save, Date.now())) return fail(uncertain);
  await updateWaiting(storage, { ...save, triedAt: save.triedAt ?? new Date().toISOString() });
  let response: SaveResponse;
  try {
    response = await sendValues(storage, save, resource);
  } catch (error) {
    const kind = classifyFailure(error);
    if (kind === 'signedOut') return { is: 'stop' };
    return kind === 'unanswered' || kind === 'later' ? { is: 'later' } : fail(toProblem(error));
  }
  // Its waiting values are shown no longer.
  if (save.recordId !== null) await showValues(save.resource, save.recordId, { ...response.data });
  await complete(storage, save, response.data);
  return { is: 'sent', notices: response.notices ?? [] };
};

/** Whether requests are sent to the server and as the user of the saves. Another window may have changed the server. */
const isOwnersSession = async ({ owner }: ClientStorage): Promise<boolean> => {
  if (useSessionStore.getState().state !== 'signedIn') return false;
  const { server } = await platform.appInfo();
  return owner === `${server} ${getCurrentUserId()}`;
};

const sendLocked = (storage: ClientStorage, { id }: WaitingSave): Promise<Outcome | null> =>
  navigator.locks.request(id, { ifAvailable: true }, async (lock): Promise<Outcome | null> => {
    // A form shows the save, or it has been sent or discarded since.
    const save = lock && (await readWaiting(storage, id));
    if (!save || save.problem) return null;
    if (!(await isOwnersSession(storage))) return { is: 'stop' };
    useQueue.setState({ sendingId: id });
    try {
      return await sendSave(storage, save);
    } finally {
      await notify();
      useQueue.setState({ sendingId: null });
    }
  });

/** Sends everything that can be sent now. Returns whether the rest is to be sent again later. */
const sendAll = async (storage: ClientStorage): Promise<boolean> => {
  const passed = new Set<string>();
  let sent = 0;
  let problems = 0;
  let isRetryNeeded = false;
  for (;;) {
    const next = findNext(await listWaiting(storage), passed);
    if (!next) break;
    passed.add(next.id);
    const outcome = await sendLocked(storage, next);
    isRetryNeeded = outcome?.is === 'later';
    if (outcome?.is === 'stop' || outcome?.is === 'later') break;
    if (outcome?.is === 'problem') problems += 1;
    if (outcome?.is !== 'sent') continue;
    sent += 1;
    for (const notice of outcome.notices) showInfo(notice);
    void refetchResource(next.resource);
  }
  if (sent > 0) showSuccess(sent === 1 ? '1 waiting change sent' : `${sent} waiting changes sent`);
  if (problems === 1) showError('1 waiting change needs your attention');
  if (problems > 1) showError(`${problems} waiting changes need your attention`);
  return isRetryNeeded;
};

let attempts = 0;
let retryTimer: number | undefined;

const sendOnce = async (): Promise<void> => {
  clearTimeout(retryTimer);
  await readQueue();
  const storage = await getKeyStorage();
  if (!storage || !useQueue.getState().saves.some(({ problem }) => !problem)) return;
  // Without a server, every attempt would be one whose result is unknown.
  if (!isServerReachable(await checkServer())) return;
  // One window at a time. The next one finds what this one has left.
  const isRetryNeeded = await navigator.locks.request(`queue ${storage.owner}`, () => sendAll(storage));
  if (isRetryNeeded) retryTimer = window.setTimeout(() => void sendQueue(), getRetryDelay(attempts));
  attempts = isRetryNeeded ? attempts + 1 : 0;
};

let lastRun: Promise<void> = Promise.resolve();

/** Sends the waiting saves in order if the server can be reached, and otherwise when it is back. */
export const sendQueue = async (): Promise<void> => {
  // Without locks, as on an insecure origin, two windows could send the same save.
  if (!navigator.locks || getCurrentUserId() === '') return;
  lastRun = lastRun.then(sendOnce).catch((error: unknown) => console.error('Waiting changes cannot be sent', error));
  await lastRun;
};

useServerStatus.subscribe((status) => {
  if (isServerReachable(status)) void sendQueue();
});
useSessionStore.subscribe(({ state }, previous) => {
  if (state === 'signedIn' && previous.state !== 'signedIn') void sendQueue();
});

/** Sends a save again that had a problem; one whose result is unknown as a new request. */
export const retryWaiting = async (save: WaitingSave): Promise<void> => {
  const storage = await getKeyStorage();
  if (!storage) return;
  const request = save.problem?.kind === 'uncertain' ? { idempotencyKey: v4(), triedAt: null } : {};
  await navigator.locks.request(save.id, { ifAvailable: true }, async (lock) => {
    const current = lock && (await readWaiting(storage, save.id));
    if (current) await updateWaiting(storage, { ...current, ...request, problem: null });
  });
  await notify();
  await sendQueue();
};
