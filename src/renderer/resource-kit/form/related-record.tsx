import { Button, Group, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { findScreens } from '../declared-screens.ts';
import { useRecord } from '../hooks.ts';
import type { RelatedRecordProps } from '../kinds/related-record.tsx';
import { QueryError } from '../query-error.tsx';
import { fillPathWithRecord } from '../record-paths.ts';
import { useCan } from '../session-store.ts';
import { keepDraftState } from '../use-unsaved-changes-guard.ts';
import { RecordOverview } from '../view-page.tsx';
import { FormModal, FormPanel } from './form-modal.tsx';

type ExistingProps = Pick<RelatedRecordProps, 'resource' | 'onClose' | 'onSaved'> & { id: string };

/** Form of a record; its values if the user may only view it, or if a drawer can't show its form. */
const ExistingRecord = ({ resource, id, onClose, onSaved }: ExistingProps) => {
  const record = useRecord(resource, id);
  const can = useCan(resource.name);
  const { edit } = screenPaths(resource.paths);
  const isForm = can('update') && !findScreens(resource.name)?.hasOwnForm;
  // The server would reject the version of an outdated cached record.
  if (isForm && record.data && record.isFetchedAfterMount)
    return <FormModal resource={resource} onClose={onClose} onSaved={onSaved} record={record.data} />;
  const isShown = !isForm && record.data !== undefined;
  return (
    <FormPanel isNested title={isForm ? `Edit ${resource.label}` : `${resource.label} details`} onClose={onClose}>
      {record.isError && !isShown && <QueryError query={record} />}
      {isShown && <RecordOverview resource={resource} record={record.data} />}
      {isShown && edit && can('update') && (
        <Group justify="flex-end" mt="md">
          <Button
            component={Link}
            to={fillPathWithRecord(edit, record.data)}
            state={keepDraftState}
            leftSection={<IconPencil size="1rem" />}
          >
            Edit
          </Button>
        </Group>
      )}
      {record.isPending && <Skeleton height="16rem" radius="lg" />}
    </FormPanel>
  );
};

/** A record above another form, to add it, edit it or read it. */
export const RelatedRecord = ({ id, ...props }: RelatedRecordProps) =>
  id === undefined ? <FormModal {...props} record={null} /> : <ExistingRecord {...props} id={id} />;
