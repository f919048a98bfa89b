import { useEffect, useEffectEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { getErrorStatus } from '../errors.ts';
import { recordQuery } from '../hooks.ts';
import { listenToRecord } from '../live/live.ts';
import { queryClient } from '../query-client.ts';
import { useUserId } from '../session-store.ts';
import { type ConflictAuthor, findConflictAuthor } from './conflict-authors.ts';
import type { FormValues } from './field-props.ts';
import { type InitialValues, serializeValues } from './form-values.ts';
import { type Difference, findDifferences, mergeValues } from './merge.ts';

/** Milliseconds in which a record that a query has just refetched isn't requested again. */
const freshFor = 1000;

type Meanwhile = { record: AnyRecord; author: ConflictAuthor } | 'deleted' | null;

export type SavedMeanwhile =
  | 'deleted'
  | {
      author: ConflictAuthor;
      /** Takes over what others changed, and asks about fields that both have changed. */
      update: () => void;
      /** Shows both versions and lets the user choose. */
      compare: () => void;
    };

type Options = {
  resource: Resource;
  /** The record that the form is based on. */
  base: AnyRecord | null;
  form: UseFormReturn<FormValues>;
  initialValues?: InitialValues;
  /** While the form is being saved, a newer version may be its own. */
  isPaused: boolean;
  onUpdate: (theirs: AnyRecord, values: FormValues) => void;
  onCompare: (theirs: AnyRecord, mine: FormValues, differences: Difference[]) => void;
};

const useMeanwhile = (resource: Resource, base: AnyRecord | null): Meanwhile => {
  const [meanwhile, setMeanwhile] = useState<Meanwhile>(null);
  const userId = useUserId();
  const id = base?._id;
  const read = useEffectEvent(async () => {
    if (!base) return;
    try {
      const record = await queryClient.fetchQuery({
        ...recordQuery(resource, base._id),
        staleTime: freshFor,
        retry: false,
      });
      const author = await findConflictAuthor(resource, { base, theirs: record, userId });
      setMeanwhile({ record, author });
    } catch (error) {
      // Without a connection, the next save finds out.
      if (getErrorStatus(error) === 404) setMeanwhile('deleted');
    }
  });
  useEffect(() => {
    if (id === undefined) return;
    return listenToRecord({ resource: resource.name, id, onChange: () => void read() });
  }, [resource.name, id]);
  return meanwhile;
};

/**
 * Changes that others have saved since the form was opened. A form without changes takes it over at once; null if there is
 * nothing to tell.
 */
export const useSavedMeanwhile = ({
  resource,
  base,
  form,
  initialValues,
  isPaused,
  onUpdate,
  onCompare,
}: Options): SavedMeanwhile | null => {
  const meanwhile = useMeanwhile(resource, base);
  const { isDirty } = form.formState;
  const theirs =
    meanwhile && meanwhile !== 'deleted' && Number(meanwhile.record.version) > Number(base?.version)
      ? meanwhile.record
      : null;
  const isUpToDate = theirs === null || isPaused;
  const takeOver = useEffectEvent(() => {
    if (theirs) onUpdate(theirs, {});
  });
  useEffect(() => {
    if (!isUpToDate && !isDirty) takeOver();
  }, [isUpToDate, isDirty]);
  if (meanwhile === 'deleted') return isPaused ? null : 'deleted';
  if (!meanwhile || !base || isUpToDate || !isDirty) return null;

  const getDifferences = () => {
    const mine = serializeValues(form.getValues());
    return { mine, differences: findDifferences({ resource, base, theirs, mine, initialValues }) };
  };
  const compare = () => {
    const { mine, differences } = getDifferences();
    onCompare(theirs, mine, differences);
  };
  const update = () => {
    const { mine, differences } = getDifferences();
    if (differences.some(({ isConflict }) => isConflict)) return onCompare(theirs, mine, differences);
    const fieldsFromTheirs = differences.flatMap(({ names, suggested }) => (suggested === 'theirs' ? names : []));
    onUpdate(theirs, mergeValues({ mine, theirs, fieldsFromTheirs }));
  };
  return { author: meanwhile.author, update, compare };
};
