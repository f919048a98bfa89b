import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { ImportReport } from '#shared/import.ts';
import { product } from '#shared/resources/product.ts';
import { getFailedRecords, revertBulkChange } from '../../resource/bulk/bulk-client.ts';
import { openFailedRecordsDialog } from '../../resource/bulk/failed-records-dialog.tsx';
import { reportError } from '../../resource/errors.ts';
import { FormSection } from '../../resource/form/form-page.tsx';
import { showSuccess } from '../../ui/toasts.tsx';
import { refreshLists } from './import-actions.ts';
import { updateImport, useImportStore } from './import-store.ts';
import { Counts, Remarks } from './review-section.tsx';

const undoImport = async ({ changeId }: ImportReport): Promise<void> => {
  if (changeId === null) return;
  updateImport({ undoImport: 'running' });
  try {
    showSuccess(await revertBulkChange(changeId));
    updateImport({ undoImport: 'done' });
  } catch (error) {
    updateImport({ undoImport: 'possible' });
    const failed = getFailedRecords(error);
    if (failed.length === 0) reportError(error);
    else {
      openFailedRecordsDialog({
        title: 'Couldn’t undo the import',
        explanation: 'These items have changed since, so nothing was undone.',
        failed,
      });
    }
  }
  await refreshLists();
};

const UndoImport = ({ report }: { report: ImportReport }) => {
  const state = useImportStore((current) => current.undoImport);
  if (state === 'done') {
    return <Text role="status">Import undone. Your products are as they were before.</Text>;
  }
  return (
    <Button
      leftSection={<IconArrowBackUp size="1rem" />}
      disabled={state === 'running'}
      onClick={() => void undoImport(report)}
    >
      {state === 'running' ? 'Undoing…' : 'Undo import'}
    </Button>
  );
};

export const ResultSection = ({
  fileName,
  report = null,
  message,
  onImportAnother,
}: {
  fileName: string;
  report?: ImportReport | null;
  /** The message of a server that returns no report. */
  message?: string;
  onImportAnother: () => void;
}) => (
  <FormSection title="Import complete">
    <Stack gap="md">
      <Text>{message || `${fileName} was imported.`}</Text>
      {report && (
        <>
          <Counts report={report} />
          <Remarks report={report} />
        </>
      )}
      <Group gap="sm">
        <Button variant="solid" component={Link} to={product.paths.list}>
          View products
        </Button>
        <Button onClick={onImportAnother}>Import another file</Button>
        {report && report.changeId !== null && <UndoImport report={report} />}
      </Group>
    </Stack>
  </FormSection>
);
