import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { ImportReport } from '#shared/import.ts';
import { joinSentences } from '#shared/resource-kit/labels.ts';
import { product } from '#shared/resources/product.ts';
import { undoBulkChange } from '../../resource-kit/bulk/bulk-change.tsx';
import { FormSection } from '../../resource-kit/form/form-page.tsx';
import { useAnnouncement } from '../../ui/announcements.tsx';
import { FailedRowList } from './failed-row-list.tsx';
import { refreshLists } from './import-actions.ts';
import { updateImport, useImportStore } from './import-store.ts';
import { ImportNotices, ImportSummary } from './import-summary.tsx';

const undoImport = async (changeId: string): Promise<void> => {
  updateImport({ undoImport: 'running' });
  const isUndone = await undoBulkChange(changeId, {
    title: 'Couldn’t undo the import',
    refetch: refreshLists,
    onRetry: () => void undoImport(changeId),
  });
  updateImport({ undoImport: isUndone ? 'done' : 'idle' });
};

const undoneText = 'Import undone. Your products are as they were before.';

const UndoImport = ({ changeId }: { changeId: string }) => {
  const state = useImportStore((current) => current.undoImport);
  useAnnouncement(state === 'done' ? undoneText : undefined);
  if (state === 'done') {
    return <Text>{undoneText}</Text>;
  }
  return (
    <Button
      leftSection={<IconArrowBackUp size="1rem" />}
      disabled={state === 'running'}
      onClick={() => void undoImport(changeId)}
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
}) => {
  const result = message || `${fileName} was imported.`;
  useAnnouncement(joinSentences(['Import complete', result]));
  return (
    <FormSection title="Import complete">
      <Stack gap="md">
        <Text>{result}</Text>
        {report && (
          <>
            <ImportSummary report={report} />
            <ImportNotices report={report} />
            {report.failed > 0 && <FailedRowList report={report} />}
          </>
        )}
        <Group gap="sm">
          <Button variant="brand" component={Link} to={product.paths.list}>
            View products
          </Button>
          <Button onClick={onImportAnother}>Import another file</Button>
          {report?.changeId && <UndoImport changeId={report.changeId} />}
        </Group>
      </Stack>
    </FormSection>
  );
};
