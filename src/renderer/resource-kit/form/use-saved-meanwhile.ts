import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { getErrorStatus } from '../errors.ts';
import { useRecord } from '../hooks.ts';
import { useIsFullServer } from '../server-level.ts';
import { useUserId } from '../session-store.ts';
import { type ConflictAuthor, findConflictAuthor } from './use-merge.ts';

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
  const userId = useUserId();
  const isFull = useIsFullServer() === true;
  // Live updates refetch it.
  const { data, error } = useRecord(resource, isFull ? base?._id : undefined);
  const latest: AnyRecord | undefined = data;
  const theirs = !isPaused && latest && Number(latest.version) > Number(base?.version) ? latest : null;
  const { data: author } = useQuery({
    queryKey: ['conflictAuthor', resource.name, base?._id, base?.version, theirs?.version],
    queryFn: () => (base && theirs ? findConflictAuthor(resource, { base, theirs, userId }) : null),
    enabled: theirs !== null && isDirty,
  });
  const takeOver = useEffectEvent(() => {
    if (theirs) onUpdate(theirs, 'ifConflict');
  });
  const canTakeOver = theirs !== null && !isDirty;
  useEffect(() => {
    if (canTakeOver) takeOver();
  }, [canTakeOver]);
  if (!isPaused && getErrorStatus(error) === 404) return 'deleted';
  if (!theirs || !author || !isDirty) return null;
  return { author, update: () => onUpdate(theirs, 'ifConflict'), compare: () => onUpdate(theirs, 'always') };
};
