import { randomId } from '@mantine/hooks';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { ColumnWidths } from '../../ui/column-widths.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { showSuccess, showSuccessWithUndo } from '../../ui/toasts.tsx';
import { reportError } from '../errors.ts';
import type { ListParams } from '../list-params.ts';
import type { ColumnSettings } from './column-settings.ts';
import {
  addCopy,
  addView,
  findView,
  getViewColumns,
  hasUnsavedViewChanges,
  moveToOwn,
  moveToShared,
  removeView,
  replaceView,
  resetView,
  restoreView,
  type SavedView,
  saveView,
  setColumns,
  setDefaultView,
  togglePin,
  toViewSearch,
  toViewSearchParams,
  useListPreferences,
  viewParam,
  withSharedViews,
} from './saved-views.ts';
import { changeSharedView, removeSharedView, shareView, useSharedViews } from './shared-views.ts';

const newViewId = () => randomId('view-');

/** Returns whether the request succeeded; otherwise the error is shown. */
const attempt = async (work: () => Promise<void>): Promise<boolean> => {
  try {
    await work();
    return true;
  } catch (error) {
    reportError(error);
    return false;
  }
};

const confirmRemoval = ({ name }: SavedView): Promise<boolean> =>
  openConfirm({
    title: 'Delete this view for everyone?',
    message: `“${name}” disappears from the lists and sidebars of all users. You can’t undo this.`,
    confirmLabel: 'Delete for everyone',
    isDestructive: true,
  });

/** The user's own views of a list and those shared with everyone. */
export const useSavedViews = (resource: Resource, state: ListParams) => {
  const [search, setSearch] = useSearchParams();
  const { preferences: own, change } = useListPreferences(resource);
  const { isSupported: canShare, views: sharedViews } = useSharedViews(resource);
  const preferences = withSharedViews(own, sharedViews);
  const current = findView(preferences, search.get(viewParam));
  const defaultView = findView(preferences, preferences.defaultViewId);
  const defaultSearch = defaultView && toViewSearchParams(defaultView, preferences).toString();
  const shouldOpenDefaultView =
    defaultView !== undefined && !search.has(viewParam) && state.pageIndex === 0 && toViewSearch(state) === '';
  useEffect(() => {
    if (shouldOpenDefaultView) setSearch(new URLSearchParams(defaultSearch), { replace: true });
  }, [shouldOpenDefaultView, defaultSearch, setSearch]);

  /** Keeps the open view open when sharing gives it another id. */
  const replaceOpenId = (from: string, to: string) => {
    if (current?.id !== from) return;
    setSearch(
      (params) => {
        const next = new URLSearchParams(params);
        next.set(viewParam, to);
        return next;
      },
      { replace: true },
    );
  };

  return {
    preferences,
    current,
    canShare,
    // A list below a record has no entry in the sidebar.
    canPin: !resource.paths.list?.includes(':'),
    canSave: current?.shared?.canChange !== false,
    isChanged: current !== undefined && hasUnsavedViewChanges(current, state),
    columns: getViewColumns(preferences, current),
    setColumns: (columns: ColumnSettings | undefined) =>
      change((latest) => setColumns(latest, findView(withSharedViews(latest, sharedViews), current?.id), columns)),
    widths: preferences.widths,
    setWidths: (widths: ColumnWidths) =>
      change((latest) => ({ ...latest, widths: Object.keys(widths).length > 0 ? widths : undefined })),
    open: (view: SavedView | undefined) => {
      if (view) change((latest) => resetView(latest, view));
      setSearch(toViewSearchParams(view, preferences));
    },
    add: (name: string, { isDefault }: { isDefault: boolean }) => {
      const view = { id: newViewId(), name: name.trim(), search: toViewSearch(state) };
      change((latest) => {
        const added = addView(latest, { ...view, state, source: current });
        return isDefault ? setDefaultView(added, view.id) : added;
      });
      setSearch(toViewSearchParams(view, preferences), { replace: true });
    },
    save: async () => {
      if (!current) return;
      if (!current.shared) {
        change((latest) => saveView(latest, current, state));
        return;
      }
      const saved = { search: toViewSearch(state), columns: getViewColumns(preferences, current) };
      const isSaved = await attempt(() => changeSharedView(current, saved));
      if (isSaved) change((latest) => resetView(latest, current));
    },
    rename: (view: SavedView, name: string) => change((latest) => replaceView(latest, view.id, { name: name.trim() })),
    renameShared: (view: SavedView, name: string) => attempt(() => changeSharedView(view, { name: name.trim() })),
    setDefault: (id: string | undefined) => change((latest) => setDefaultView(latest, id)),
    togglePin: (id: string) => change((latest) => togglePin(latest, id)),
    share: (view: SavedView) =>
      attempt(async () => {
        const id = await shareView(resource, view);
        change((latest) => moveToShared(latest, view, id));
        replaceOpenId(view.id, id);
        showSuccess(`Everyone can now use the view “${view.name}”`);
      }),
    stopSharing: (view: SavedView) =>
      attempt(async () => {
        await removeSharedView(view);
        const id = newViewId();
        change((latest) => moveToOwn(latest, view, id));
        replaceOpenId(view.id, id);
        showSuccess(`Only you can use the view “${view.name}” now`);
      }),
    copy: (view: SavedView, name: string) => {
      change((latest) => addCopy(latest, view, { id: newViewId(), name }));
      showSuccess(`View “${name}” added to your views`);
    },
    remove: async (view: SavedView) => {
      if (view.shared) {
        if (await confirmRemoval(view)) await attempt(() => removeSharedView(view));
        return;
      }
      const previous = change((latest) => removeView(latest, view));
      showSuccessWithUndo(`View “${view.name}” deleted`, () => change((latest) => restoreView(latest, previous, view)));
    },
  };
};

export type SavedViews = ReturnType<typeof useSavedViews>;
