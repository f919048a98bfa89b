import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { ImportReport } from '#shared/import.ts';
import { product } from '#shared/resources/product.ts';
import { refusedOf, revertTogether } from '../../resource/bulk/bulk.ts';
import { openRefusalDialog } from '../../resource/bulk/refusal-dialog.tsx';
import { reportError } from '../../resource/errors.ts';
import { FormSection } from '../../resource/form/form-page.tsx';
import { showSuccess } from '../../ui/toasts.tsx';
import { Counts, Remarks } from './check-section.tsx';
import { refreshLists } from './import-actions.ts';
import { changeImport, useImportStore } from './import-store.ts';

const takeBack = async ({ changeId }: ImportReport): Promise<void> => {
  if (changeId === null) return;
  changeImport({ takeBack: 'running' });
  try {
    showSuccess(await revertTogether(changeId));
    changeImport({ takeBack: 'done' });
  } catch (error) {
    changeImport({ takeBack: 'possible' });
    const failed = refusedOf(error);
    if (failed.length === 0) reportError(error);
    else {
      openRefusalDialog({
        title: 'Couldn’t undo the import',
        explanation: 'These items have changed since, so nothing was undone.',
        failed,
      });
    }
  }
  await refreshLists();
};

const TakeBack = ({ report }: { report: ImportReport }) => {
  const state = useImportStore((current) => current.takeBack);
  if (state === 'done') {
    return <Text role="status">Import undone. Your products are as they were before.</Text>;
  }
  return (
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size="1rem" />}
      disabled={state === 'running'}
      onClick={() => void takeBack(report)}
    >
      {state === 'running' ? 'Undoing…' : 'Undo import'}
    </Button>
  );
};

export const ResultSection = ({
  fileName,
  report = null,
  message,
  onAnother,
}: {
  fileName: string;
  report?: ImportReport | null;
  /** The message of a server that returns no report. */
  message?: string;
  onAnother: () => void;
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
        <Button component={Link} to={product.paths.list}>
          View products
        </Button>
        <Button variant="default" onClick={onAnother}>
          Import another file
        </Button>
        {report && report.changeId !== null && <TakeBack report={report} />}
      </Group>
    </Stack>
  </FormSection>
);
