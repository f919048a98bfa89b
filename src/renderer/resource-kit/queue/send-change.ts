import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { findResource } from '#shared/resources/index.ts';
import { platform } from '../../platform/index.ts';
import { collectLocalFiles } from '../../platform/local-files.ts';
import { getClient } from '../client.ts';
import { recordSchema } from '../errors.ts';
import { saveRecord } from '../hooks.ts';
import { loadValues } from '../stored-values.ts';
import { classifyFailure, isUncertain } from './failures.ts';
import {
  deleteChange,
  listChanges,
  type Problem,
  putChange,
  type QueuedChange,
  type QueueStorage,
} from './queue-store.ts';

/** `retry`: later, with the same key. `stop`: not before the user has logged in again. */
export type SendOutcome = 'sent' | 'problem' | 'retry' | 'stop';

const uncertain: Problem = {
  kind: 'uncertain',
  message:
    'The connection broke while this was being saved, more than a day ago. Check whether the record exists before you send it again.',
  errors: [],
};

const describeLostFiles = (names: readonly string[]): Problem => ({
  kind: 'unreadable',
  message: `Can’t read ${names.join(', ')}. Edit the change and choose the file again.`,
  errors: [],
});

/** The version on which an update of a record is based that didn't exist when the user saved it. */
const findVersion = async (resource: Resource, { base, recordId }: QueuedChange): Promise<unknown> => {
  if (base || recordId === null) return base?.version;
  const current: AnyRecord = await getClient(resource).get(recordId);
  return current.version;
};

/** Deletes a sent change, and gives the next one of a new record its id. */
const complete = async (
  storage: QueueStorage,
  change: QueuedChange,
  saved: { _id: string } | undefined,
): Promise<void> => {
  const changes = await listChanges(storage);
  const follower = change.recordId === null && changes.find(({ follows }) => follows === change.id);
  if (!follower) return deleteChange(storage, change.id);
  await deleteChange(storage, change.id, {
    ...follower,
    recordId: saved?._id ?? null,
    base: recordSchema.safeParse(saved).data ?? null,
  });
};

const sendValues = async (storage: QueueStorage, change: QueuedChange, resource: Resource) => {
  const { values, lostFiles } = await loadValues(change.values, storage.cipher);
  try {
    if (lostFiles.length > 0) return { problem: describeLostFiles(lostFiles) };
    const version = await findVersion(resource, change);
    return {
      response: await saveRecord(resource, {
        id: change.recordId ?? undefined,
        values: version === undefined ? values : { ...values, version },
        headers: { 'idempotency-key': change.idempotencyKey },
      }),
    };
  } finally {
    for (const file of collectLocalFiles(values)) platform.files.release(file);
  }
};

/** Sends a change. The caller holds its lock and has checked whose session it is. */
export const sendChange = async (
  storage: QueueStorage,
  change: QueuedChange,
): Promise<{ outcome: SendOutcome; notices?: readonly string[] }> => {
  const fail = async (problem: Problem): Promise<{ outcome: 'problem' }> => {
    // A response of the server means that nothing was saved.
    const triedAt = problem.kind === 'uncertain' ? change.triedAt : null;
    await putChange(storage, { ...change, problem, triedAt });
    return { outcome: 'problem' };
  };
  const resource = findResource(change.resource);
  if (!resource) return fail({ kind: 'rejected', message: 'This app can’t send it.', errors: [] });
  if (isUncertain(change, Date.now())) return fail(uncertain);
  const tried = { ...change, triedAt: change.triedAt ?? new Date().toISOString() };
  await putChange(storage, tried);
  try {
    const { problem, response } = await sendValues(storage, tried, resource);
    if (problem) return fail(problem);
    await complete(storage, tried, response?.data);
    return { outcome: 'sent', notices: response?.notices };
  } catch (error) {
    const failure = classifyFailure(error);
    return typeof failure === 'string' ? { outcome: failure } : fail(failure);
  }
};
