import { useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource/define-resource.ts';
import { changeListState, type ListChange } from '../list-state.ts';
import { useListPreferences } from './list-preferences.ts';
import { noViewId, viewParam } from './list-views.ts';

/** Changes what the address of a list asks for. */
export const useChangeAddress = (resource: Resource) => {
  const [, setSearch] = useSearchParams();
  const { preferences } = useListPreferences(resource);
  return (change: ListChange, { isReplacing = false } = {}) =>
    setSearch(
      (current) => {
        const next = changeListState(current, change);
        // Where a view opens by itself, an address that asks for nothing would open it again.
        if (preferences.defaultViewId && !next.has(viewParam)) next.set(viewParam, noViewId);
        return next;
      },
      { replace: isReplacing },
    );
};
