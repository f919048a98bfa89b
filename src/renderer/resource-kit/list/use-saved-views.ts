import { randomId } from '@mantine/hooks';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import type { ColumnWidths } from '../../ui/column-widths.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { showSuccess, showSuccessWithUndo } from '../../ui/toasts.tsx';
import { reportError } from '../errors.ts';
import type { ListParams } from '../list-params.ts';
import type { ColumnSettings } from './column-settings.ts';
import {
  addView,
  findView,
  getViewColumns,
  hasUnsavedViewChanges,
  removeView,
  replaceView,
  replaceViewId,
  resetView,
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
import { changeSharedView, removeSharedView, shareView, toMutable, useSharedViews } from './shared-views.ts';

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
    defaultView !== undefined &&
    !search.has(viewParam) &&
    state.pageIndex === 0 &&
    toViewSearch(state) === '';
  useEffect(() => {
    if (shouldOpenDefaultView) setSearch(new URLSearchParams(defaultSearch), { replace: true });
  }, [shouldOpenDefaultView, defaultSearch, setSearch]);

  const moveTo = (id: string, view: SavedView) => {
    if (current?.id !== view.id) return;
    setSearch(
      (params) => {
        const next = new URLSearchParams(params);
        next.set(viewParam, id);
        return next;
      },
      { replace: true },
    );
  };
  const addOwnCopy = (view: SavedView, name: string): string => {
    const { search: viewSearch, columns } = view;
    const id = randomId('view-');
    const copy = { id, name, search: viewSearch, ...(columns && { columns }) };
    change((latest) => ({ ...latest, views: [...latest.views, copy] }));
    return id;
  };

  return {
    preferences,
    current,
    canShare,
    // A list below a record has no entry in the sidebar.
    canPin: !screenPaths(resource.paths).list?.includes(':'),
    canSave: current?.shared?.canChange !== false,
    isChanged: current !== undefined && hasUnsavedViewChanges(current, state),
    columns: getViewColumns(preferences, current),
    setColumns: (columns: ColumnSettings | undefined) =>
      change((latest) =>
        setColumns(latest, current?.shared ? current : current && findView(latest, current.id), columns),
      ),
    widths: preferences.widths,
    setWidths: (widths: ColumnWidths) =>
      change((latest) => ({ ...latest, widths: Object.keys(widths).length > 0 ? widths : undefined })),
    open: (view: SavedView | undefined) => {
      if (view) change((latest) => resetView(latest, view));
      setSearch(toViewSearchParams(view, preferences));
    },
    add: (name: string, { isDefault }: { isDefault: boolean }) => {
      const id = randomId('view-');
      const added = addView(own, { id, name: name.trim(), state, source: current });
      const next = isDefault ? setDefaultView(added, id) : added;
      change(() => next);
      setSearch(toViewSearchParams(findView(next, id), next), { replace: true });
    },
    save: async () => {
      if (!current) return;
      if (!current.shared) {
        change((latest) => saveView(latest, current, state));
        return;
      }
      const columns = toMutable(getViewColumns(preferences, current) ?? null);
      const isSaved = await attempt(() =>
        changeSharedView(current, { search: toViewSearch(state), columns }),
      );
      if (isSaved) change((latest) => resetView(latest, current));
    },
    rename: (view: SavedView, name: string) => {
      if (view.shared) void attempt(() => changeSharedView(view, { name: name.trim() }));
      else change((latest) => replaceView(latest, view.id, { name: name.trim() }));
    },
    setDefault: (id: string | undefined) => change((latest) => setDefaultView(latest, id)),
    togglePin: (id: string) => change((latest) => togglePin(latest, id)),
    share: (view: SavedView) =>
      attempt(async () => {
        const id = await shareView(resource, view);
        change((latest) => removeView(replaceViewId(latest, view.id, id), view));
        moveTo(id, view);
        showSuccess(`Everyone can now use the view “${view.name}”`);
      }),
    stopSharing: (view: SavedView) =>
      attempt(async () => {
        await removeSharedView(view);
        const id = addOwnCopy(view, view.name);
        change((latest) => replaceViewId(latest, view.id, id));
        moveTo(id, view);
        showSuccess(`Only you can use the view “${view.name}” now`);
      }),
    copy: (view: SavedView, name: string) => {
      addOwnCopy(view, name);
      showSuccess(`View “${name}” added to your views`);
    },
    remove: async (view: SavedView) => {
      if (view.shared) {
        const isConfirmed = await openConfirm({
          title: 'Delete this view for everyone?',
          message: `“${view.name}” disappears from the lists and sidebars of all users. You can’t undo this.`,
          confirmLabel: 'Delete for everyone',
          isDestructive: true,
        });
        if (isConfirmed) await attempt(() => removeSharedView(view));
        return;
      }
      const previous = own;
      change((latest) => removeView(latest, view));
      showSuccessWithUndo(`View “${view.name}” deleted`, () =>
        change((latest) => ({ ...latest, views: previous.views, defaultViewId: previous.defaultViewId })),
      );
    },
  };
};

export type SavedViews = ReturnType<typeof useSavedViews>;
