import { useEffect, useEffectEvent, useState } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { getErrorStatus } from '../errors.ts';
import { recordQuery } from '../hooks.ts';
import { listenToRecord } from '../live/live.ts';
import { queryClient } from '../query-client.ts';
import { useUserId } from '../session-store.ts';
import type { ConflictAuthor } from './merge-dialog.tsx';
import { findConflictAuthor } from './use-merge.ts';

/** Milliseconds in which a record that a query has just refetched isn't requested again. */
const freshFor = 1000;

export type SavedMeanwhile =
  | 'deleted'
  | {
      author: ConflictAuthor;
      /** Takes over what others changed, and asks about fields that both have changed. */
      update: () => void;
      /** Shows both versions and lets the user choose. */
      compare: () => void;
    };

/**
 * Changes that others have saved since the form was opened. A form without changes takes it over at once; null if there is
 * nothing to tell.
 */
export const useSavedMeanwhile = ({
  resource,
  base,
  isDirty,
  isPaused,
  onUpdate,
}: {
  resource: Resource;
  /** The record that the form is based on. */
  base: AnyRecord | null;
  isDirty: boolean;
  /** While the form is being saved, a newer version may be its own. */
  isPaused: boolean;
  onUpdate: (theirs: AnyRecord, asks: 'always' | 'ifConflict') => void;
}): SavedMeanwhile | null => {
  const [meanwhile, setMeanwhile] = useState<{ record: AnyRecord; author: ConflictAuthor } | 'deleted' | null>(null);
  const userId = useUserId();
  const id = base?._id;
  const read = useEffectEvent(async () => {
    if (!base) return;
    try {
      const query = { ...recordQuery(resource, base._id), staleTime: freshFor, retry: false };
      const record = await queryClient.fetchQuery(query);
      setMeanwhile({ record, author: await findConflictAuthor(resource, { base, theirs: record, userId }) });
    } catch (error) {
      // Without a connection, the next save finds out.
      if (getErrorStatus(error) === 404) setMeanwhile('deleted');
    }
  });
  useEffect(() => {
    if (id === undefined) return;
    return listenToRecord({ resource: resource.name, id, onChange: () => void read() });
  }, [resource.name, id]);

  const { record: latest, author } = meanwhile && meanwhile !== 'deleted' ? meanwhile : {};
  const theirs = !isPaused && latest && Number(latest.version) > Number(base?.version) ? latest : null;
  const takeOver = useEffectEvent(() => {
    if (theirs) onUpdate(theirs, 'ifConflict');
  });
  const canTakeOver = theirs !== null && !isDirty;
  useEffect(() => {
    if (canTakeOver) takeOver();
  }, [canTakeOver]);
  if (meanwhile === 'deleted') return isPaused ? null : 'deleted';
  if (!theirs || !author || !isDirty) return null;
  return { author, update: () => onUpdate(theirs, 'ifConflict'), compare: () => onUpdate(theirs, 'always') };
};
