import { randomId } from '@mantine/hooks';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource/define-resource.ts';
import type { ColumnWidths } from '../../ui/column-widths.ts';
import { showUndoable } from '../../ui/toasts.tsx';
import type { ListParams } from '../list-state.ts';
import type { ColumnChoice } from './column-choice.ts';
import { useListPreferences } from './list-preferences.ts';
import {
  addView,
  chooseColumns,
  columnsOf,
  findView,
  isChanged,
  type ListView,
  removeView,
  renameView,
  resetView,
  saveView,
  searchOf,
  setDefaultView,
  toAddress,
  viewParam,
} from './list-views.ts';

export const useListViews = (resource: Resource, state: ListParams) => {
  const [search, setSearch] = useSearchParams();
  const { preferences, change } = useListPreferences(resource);
  const current = findView(preferences, search.get(viewParam));
  const byDefault = findView(preferences, preferences.defaultViewId);
  const opensByItself =
    byDefault !== undefined && !search.has(viewParam) && state.pageIndex === 0 && searchOf(state) === '';
  useEffect(() => {
    if (opensByItself) setSearch(toAddress(byDefault, preferences), { replace: true });
  }, [opensByItself, byDefault, preferences, setSearch]);

  return {
    preferences,
    current,
    isChanged: current !== undefined && isChanged(current, state),
    columns: columnsOf(preferences, current),
    chooseColumns: (columns: ColumnChoice | undefined) =>
      change((all) => chooseColumns(all, current && findView(all, current.id), columns)),
    widths: preferences.widths,
    setWidths: (widths: ColumnWidths) =>
      change((all) => ({ ...all, widths: Object.keys(widths).length > 0 ? widths : undefined })),
    open: (view: ListView | undefined) => {
      if (view) change((all) => resetView(all, view));
      setSearch(toAddress(view, preferences));
    },
    add: (name: string, { isDefault }: { isDefault: boolean }) => {
      const id = randomId('view-');
      const added = addView(preferences, { id, name: name.trim(), state, from: current });
      const next = isDefault ? setDefaultView(added, id) : added;
      change(() => next);
      setSearch(toAddress(findView(next, id), next), { replace: true });
    },
    save: () => current && change((all) => saveView(all, current, state)),
    rename: (view: ListView, name: string) => change((all) => renameView(all, view, name.trim())),
    setDefault: (id: string | undefined) => change((all) => setDefaultView(all, id)),
    remove: (view: ListView) => {
      const before = preferences;
      change((all) => removeView(all, view));
      showUndoable(`View “${view.name}” deleted`, () =>
        change((all) => ({ ...all, views: before.views, defaultViewId: before.defaultViewId })),
      );
    },
  };
};

export type ListViews = ReturnType<typeof useListViews>;
