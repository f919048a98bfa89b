import { useNavigate } from 'react-router-dom';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { referencesTo } from '#shared/resources/index.ts';
import { useExclusive } from '../../ui/use-exclusive.ts';
import { reportError } from '../errors.ts';
import { useDeleteRecord } from '../hooks.ts';
import { useCanForEach } from '../session-store.ts';
import { usePreload } from '../when-idle.ts';

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
export const useDeleteWithConfirmation = (
  resource: Resource,
  onDeleted: (id: string) => void,
): ((record: AnyRecord) => Promise<void>) => {
  const remove = useDeleteRecord(resource);
  const navigate = useNavigate();
  const mayReplace = useMayReplace(resource);
  const runOnce = useExclusive();
  usePreload(loadConfirmation);
  return (record) =>
    runOnce(async () => {
      const onDone = () => onDeleted(record._id);
      const { confirmDeletion } = await loadConfirmation();
      const isConfirmed = await confirmDeletion(resource, record, {
        mayReplace,
        onFollow: (path) => void navigate(path),
        onReplaced: onDone,
      });
      if (isConfirmed) remove.mutate(record._id, { onSuccess: onDone });
    }).catch(reportError);
};
