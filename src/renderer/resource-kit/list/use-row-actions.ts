import { useLocation, useNavigate } from 'react-router-dom';
import type { AnyRecord, RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import type { Status } from '#shared/resource-kit/fields.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { openComments, useCanComment } from '../comments/comments-store.ts';
import { useCanDuplicate } from '../duplicate.tsx';
import { getHistoryPath, useCanViewHistory } from '../history/history.tsx';
import { useOptimisticUpdate } from '../hooks.ts';
import { fillPathWithRecord, getCopyPath } from '../record-paths.ts';
import { useCan } from '../session-store.ts';
import type { Target } from './list-context.tsx';
import { useDeleteWithConfirmation } from './use-delete-with-confirmation.ts';

export type RowActions<R extends Resource> = {
  resource: R;
  /** Default: the pages of the resource; null for no link. */
  view?: ((record: RecordOf<R>) => Target) | null;
  edit?: (record: RecordOf<R>) => Target;
  /** Default: the add page of the resource, filled with the values of the record. */
  duplicate?: (record: RecordOf<R>) => Target | undefined;
  canRemove?: boolean;
};

const getPageTarget = ({ paths }: Resource, screen: 'view' | 'edit') => {
  const path = screenPaths(paths)[screen];
  return path === undefined ? undefined : (record: AnyRecord): Target => fillPathWithRecord(path, record);
};

export const useRowActions = <R extends Resource>({
  resource,
  view = getPageTarget(resource, 'view'),
  edit = getPageTarget(resource, 'edit'),
  duplicate = (record) => getCopyPath(resource, record),
  canRemove = true,
  onDeleted,
}: RowActions<R> & { onDeleted: (id: string) => void }) => {
  const location = useLocation();
  const navigate = useNavigate();
  const can = useCan(resource.name);
  const canDuplicate = useCanDuplicate(resource);
  const hasHistory = useCanViewHistory(resource.name);
  const canComment = useCanComment(resource.name);
  const optimisticUpdate = useOptimisticUpdate<Resource>(resource);
  const deleteWithConfirmation = useDeleteWithConfirmation(resource, onDeleted);
  const open = (target: Target) =>
    typeof target === 'string'
      ? navigate(target, { state: { listPath: location.pathname + location.search } })
      : target();
  const canEdit = can('update') ? edit : undefined;
  const openTarget = view ?? canEdit;
  return {
    view: view ?? undefined,
    edit: canEdit,
    duplicate: canDuplicate ? duplicate : undefined,
    remove: canRemove && can('delete') ? (record: AnyRecord) => () => void deleteWithConfirmation(record) : undefined,
    history: hasHistory ? (record: AnyRecord) => getHistoryPath(resource.name, record._id) : undefined,
    comments: canComment
      ? (record: AnyRecord) => () => openComments({ resource: resource.name, recordId: record._id })
      : undefined,
    setStatus: can('update')
      ? ({ _id }: AnyRecord, status: Status) => optimisticUpdate.mutate({ id: _id, values: { status } })
      : undefined,
    onOpen: openTarget && ((record: RecordOf<R>) => open(openTarget(record))),
    onDuplicate: canDuplicate
      ? (record: RecordOf<R>) => {
          const target = duplicate(record);
          if (target !== undefined) open(target);
        }
      : undefined,
    onEdit: canEdit && ((record: RecordOf<R>) => open(canEdit(record))),
  };
};
