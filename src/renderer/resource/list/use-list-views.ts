import { randomId } from '@mantine/hooks';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource/define-resource.ts';
import type { ColumnWidths } from '../../ui/column-widths.ts';
import { showSuccessWithUndo } from '../../ui/toasts.tsx';
import type { ListParams } from '../list-state.ts';
import type { ColumnSettings } from './column-settings.ts';
import { useListPreferences } from './list-preferences.ts';
import {
  addView,
  findView,
  getViewColumns,
  hasUnsavedViewChanges,
  removeView,
  renameView,
  resetView,
  type SavedView,
  saveView,
  setColumns,
  setDefaultView,
  toViewSearch,
  toViewSearchParams,
  viewParam,
} from './saved-views.ts';

export const useSavedViews = (resource: Resource, state: ListParams) => {
  const [search, setSearch] = useSearchParams();
  const { preferences, change } = useListPreferences(resource);
  const current = findView(preferences, search.get(viewParam));
  const defaultView = findView(preferences, preferences.defaultViewId);
  const shouldOpenDefaultView =
    defaultView !== undefined &&
    !search.has(viewParam) &&
    state.pageIndex === 0 &&
    toViewSearch(state) === '';
  useEffect(() => {
    if (shouldOpenDefaultView) setSearch(toViewSearchParams(defaultView, preferences), { replace: true });
  }, [shouldOpenDefaultView, defaultView, preferences, setSearch]);

  return {
    preferences,
    current,
    isChanged: current !== undefined && hasUnsavedViewChanges(current, state),
    columns: getViewColumns(preferences, current),
    setColumns: (columns: ColumnSettings | undefined) =>
      change((all) => setColumns(all, current && findView(all, current.id), columns)),
    widths: preferences.widths,
    setWidths: (widths: ColumnWidths) =>
      change((all) => ({ ...all, widths: Object.keys(widths).length > 0 ? widths : undefined })),
    open: (view: SavedView | undefined) => {
      if (view) change((all) => resetView(all, view));
      setSearch(toViewSearchParams(view, preferences));
    },
    add: (name: string, { isDefault }: { isDefault: boolean }) => {
      const id = randomId('view-');
      const added = addView(preferences, { id, name: name.trim(), state, from: current });
      const next = isDefault ? setDefaultView(added, id) : added;
      change(() => next);
      setSearch(toViewSearchParams(findView(next, id), next), { replace: true });
    },
    save: () => current && change((all) => saveView(all, current, state)),
    rename: (view: SavedView, name: string) => change((all) => renameView(all, view, name.trim())),
    setDefault: (id: string | undefined) => change((all) => setDefaultView(all, id)),
    remove: (view: SavedView) => {
      const before = preferences;
      change((all) => removeView(all, view));
      showSuccessWithUndo(`View “${view.name}” deleted`, () =>
        change((all) => ({ ...all, views: before.views, defaultViewId: before.defaultViewId })),
      );
    },
  };
};

export type SavedViews = ReturnType<typeof useSavedViews>;
