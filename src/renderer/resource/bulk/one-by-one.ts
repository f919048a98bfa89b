import { z } from 'zod';
import type { RefusedRecord } from '#shared/bulk.ts';
import type { Resource } from '#shared/resource/define-resource.ts';
import { maxPageSize } from '#shared/resource/schemas.ts';
import { clientOf, request, send } from '../client.ts';
import { messageOf, statusOf } from '../errors.ts';
import { titleOf } from '../list/list-context.tsx';
import type { ListParams } from '../list/list-state.ts';
import type { BulkChange } from './bulk.ts';
import type { Selectable } from './selection.ts';

/** For servers that know no bulk actions: the same, by single calls one after the other. */

/** Every record that a list finds, whatever page it is on. */
export const readAll = async (resource: Resource, params: ListParams): Promise<Selectable[]> => {
  const found: Selectable[] = [];
  for (let pageIndex = 0; ; pageIndex += 1) {
    const page = { ...params, pageIndex, pageSize: maxPageSize };
    const { data, total } = await clientOf(resource).list(page);
    found.push(...data.map((record) => ({ id: record._id, title: titleOf(resource, record) })));
    if (data.length === 0 || found.length >= total) return found;
  }
};

/** A change that was made, and the id by which it can be undone, where the server gave one. */
export type MadeChange = Selectable & { historyId: string | undefined };

/** `left`: what was not tried any more. */
export type OneByOneOutcome = { made: MadeChange[]; failed: RefusedRecord[]; left: number };

/** Whether the others would fare no better: the server gives no answer, or knows the session no more. */
const isHopeless = (error: unknown): boolean => statusOf(error) === undefined || statusOf(error) === 401;

/** Changes or deletes records one after the other. One that is refused stops none of the others. */
export const changeOneByOne = async ({
  resource,
  change,
  records,
  onProgress,
  signal,
}: {
  resource: Resource;
  change: BulkChange;
  records: readonly Selectable[];
  onProgress: (done: number) => void;
  signal: AbortSignal;
}): Promise<OneByOneOutcome> => {
  const client = clientOf(resource);
  const outcome: OneByOneOutcome = { made: [], failed: [], left: 0 };
  const changeOne = async (id: string): Promise<string | undefined> => {
    if (change.action === 'delete') return (await client.remove(id)).historyId;
    await client.update(id, change.values);
    return undefined;
  };
  for (const [index, record] of records.entries()) {
    onProgress(index);
    if (signal.aborted) return { ...outcome, left: records.length - index };
    try {
      outcome.made.push({ ...record, historyId: await changeOne(record.id) });
    } catch (error) {
      const { id, title: label } = record;
      outcome.failed.push({ id, label, message: messageOf(error) });
      if (isHopeless(error)) return { ...outcome, left: records.length - index - 1 };
    }
  }
  return outcome;
};

const historySchema = z.object({ data: z.array(z.object({ _id: z.string() })) });

/** The last change of a record, by its id in the history. */
const lastChangeOf = async (resource: Resource, recordId: string): Promise<string> => {
  const params = { resource: resource.name, recordId, pageIndex: 0, pageSize: 1 };
  const [last] = historySchema.parse(await request('GET', '/history', { params })).data;
  if (!last) throw new Error('The history says nothing about it');
  return last._id;
};

/** Undoes changes one after the other, the last one first. Gives those that could not be undone. */
export const undoOneByOne = async (
  resource: Resource,
  made: readonly MadeChange[],
): Promise<RefusedRecord[]> => {
  const failed: RefusedRecord[] = [];
  for (const { id, title: label, historyId } of made.toReversed()) {
    try {
      const change = historyId ?? (await lastChangeOf(resource, id));
      await send({ method: 'POST', path: `/history/${encodeURIComponent(change)}/revert`, body: {} });
    } catch (error) {
      failed.push({ id, label, message: messageOf(error) });
    }
  }
  return failed;
};
