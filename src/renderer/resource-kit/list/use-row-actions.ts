import { createSafeContext } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { AnyRecord, RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import type { Status } from '#shared/resource-kit/fields.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { referencesTo } from '#shared/resources/index.ts';
import { useExclusive } from '../../ui/use-busy.ts';
import { openComments, useCanComment } from '../comments/comments-store.ts';
import { useCanDuplicate } from '../duplicate.tsx';
import { reportError } from '../errors.ts';
import { getHistoryPath, useCanViewHistory } from '../history/history.tsx';
import { useDeleteRecord } from '../hooks.ts';
import { trySaveInline } from '../inline/inline-save.ts';
import { openPreview, useCanPreview } from '../preview.tsx';
import { fillPathWithRecord, getCopyPath } from '../record-paths.ts';
import { useCan, useCanForEach } from '../session-store.ts';
import { usePreload } from '../when-idle.ts';

export type RowActions<R extends Resource> = {
  resource: R;
  /** Default: the pages of the resource; null for no link. */
  view?: ((record: RecordOf<R>) => Target) | null;
  edit?: (record: RecordOf<R>) => Target;
  /** Default: the add page of the resource, filled with the values of the record. */
  duplicate?: (record: RecordOf<R>) => Target | undefined;
  canRemove?: boolean;
};

const loadConfirmation = () => import('./confirm-deletion.tsx');

/** Whether the user may change everything that refers to a record, as replacing it does. */
const useMayReplace = (resource: Resource): boolean => {
  const canUpdate = useCanForEach(
    referencesTo(resource.name).map((reference) => reference.resource.name),
    'update',
  );
  // Something that only its dependents refer to would still be in use.
  const isDirect = referencesTo(resource.name).some(({ onDelete }) => onDelete === 'restrict');
  return isDirect && canUpdate;
};

/** Deletes a record after a confirmation that names its dependents, or explains what blocks the deletion. */
const useDeleteWithConfirmation = (resource: Resource, onDeleted: (id: string) => void) => {
  const { mutate } = useDeleteRecord(resource);
  const navigate = useNavigate();
  const mayReplace = useMayReplace(resource);
  const runOnce = useExclusive();
  usePreload(loadConfirmation);
  return useCallback(
    (record: AnyRecord) => {
      const work = runOnce(async () => {
        const onDone = () => onDeleted(record._id);
        const { confirmDeletion } = await loadConfirmation();
        const isConfirmed = await confirmDeletion(resource, record, {
          mayReplace,
          onFollow: (path) => void navigate(path),
          onReplaced: onDone,
        });
        if (isConfirmed) mutate(record._id, { onSuccess: onDone });
      });
      work.catch(reportError);
    },
    [resource, onDeleted, mutate, navigate, mayReplace, runOnce],
  );
};

const getPageTarget = ({ paths }: Resource, screen: 'view' | 'edit') => {
  const path = screenPaths(paths)[screen];
  return path === undefined ? undefined : (record: AnyRecord): Target => fillPathWithRecord(path, record);
};

/** The actions that the user may apply to rows: `actions` for the cells of a list, and handlers for its table. */
export const useRowActions = <R extends Resource>(
  { resource, view, edit, duplicate, canRemove = true }: RowActions<R>,
  onDeleted: (id: string) => void,
) => {
  const location = useLocation();
  const navigate = useNavigate();
  const can = useCan(resource.name);
  const [canUpdate, canDelete] = [can('update'), can('delete') && canRemove];
  const canDuplicate = useCanDuplicate(resource);
  const hasHistory = useCanViewHistory(resource.name);
  const hasComments = useCanComment(resource.name);
  const hasPreview = useCanPreview(resource);
  const remove = useDeleteWithConfirmation(resource, onDeleted);
  const actions = useMemo(
    () =>
      // The cells of a list take records of any resource; its rows are all of this one.
      ({
        view: view === undefined ? getPageTarget(resource, 'view') : (view ?? undefined),
        edit: canUpdate ? (edit ?? getPageTarget(resource, 'edit')) : undefined,
        duplicate: canDuplicate ? (duplicate ?? ((record: AnyRecord) => getCopyPath(resource, record))) : undefined,
        remove: canDelete ? remove : undefined,
        comments: hasComments
          ? ({ _id }: AnyRecord) =>
              () =>
                openComments({ resource: resource.name, recordId: _id })
          : undefined,
        preview: hasPreview
          ? ({ _id }: AnyRecord) =>
              () =>
                void openPreview(resource, _id)
          : undefined,
        history: hasHistory ? ({ _id }: AnyRecord) => getHistoryPath(resource.name, _id) : undefined,
        setStatus: canUpdate
          ? (record: AnyRecord, status: Status) => void trySaveInline(resource, { record, values: { status } })
          : undefined,
      }) as Omit<ListContextValue, 'resource' | 'firstIndex' | 'query' | 'getRows'>,
    [resource, view, edit, duplicate, remove, canUpdate, canDelete, canDuplicate, hasHistory, hasComments, hasPreview],
  );
  const toHandler = (getTarget: ((record: AnyRecord) => Target | undefined) | undefined) =>
    getTarget &&
    ((record: AnyRecord) => {
      const target = getTarget(record);
      if (typeof target !== 'string') target?.();
      else void navigate(target, { state: { listPath: location.pathname + location.search } });
    });
  const handlers = {
    onOpen: toHandler(actions.view ?? actions.edit),
    onEdit: toHandler(actions.edit),
    onDuplicate: toHandler(actions.duplicate),
    onRemove: actions.remove,
  };
  return { actions, handlers };
};

/** Target of an action: a page's address or a callback. */
export type Target = string | (() => void);

/** A list as its cells see it. The value stays the same unless the page or the user's permissions change. */
export type ListContextValue = {
  resource: Resource;
  firstIndex: number;
  /** Search text of the shown rows. */
  query?: string;
  getRows: () => readonly AnyRecord[];
  view?: (record: AnyRecord) => Target;
  edit?: (record: AnyRecord) => Target;
  duplicate?: (record: AnyRecord) => Target | undefined;
  comments?: (record: AnyRecord) => Target;
  preview?: (record: AnyRecord) => Target;
  history?: (record: AnyRecord) => Target;
  remove?: (record: AnyRecord) => void;
  setStatus?: (record: AnyRecord, status: Status) => void;
};

export const [ListContext, useListContext] = createSafeContext<ListContextValue>('Cell must be used within a list');
