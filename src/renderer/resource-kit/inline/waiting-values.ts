import { useCallback } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, isFileField } from '#shared/resource-kit/fields.ts';
import { getCachedLabel } from '../hooks.ts';
import { getRecordKey, useQueue, type WaitingSave } from '../save/waiting-saves.ts';
import { applyEdits } from '../sheet/use-sheet.ts';

const getShownValues = ({ fields }: Resource, { values }: WaitingSave): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = fields[name];
      // A new file is shown once it is sent.
      if (field && isFileField(field) && typeof value === 'object' && value !== null) return [];
      if (field?.kind !== 'reference') return [[name, value]];
      const label = value ? getCachedLabel(field.to, value) : null;
      return [[name, value] as const, [displayNameOf(name), label] as const];
    }),
  );

/** Returns a function that applies the changes that wait for the server to a record. */
export const useShowWaiting = (resource: Resource): (<R extends AnyRecord>(record: R) => R) => {
  const saves = useQueue((queue) => queue.saves);
  return useCallback(
    <R extends AnyRecord>(record: R) =>
      saves
        .filter((save) => save.resource === resource.name && getRecordKey(save) === record._id)
        .reduce((shown, save) => applyEdits(resource, shown, getShownValues(resource, save)) as R, record),
    [saves, resource],
  );
};
