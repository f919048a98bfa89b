import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowBackUp, IconFileDownload } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { ImportReport } from '#shared/import.ts';
import { joinSentences } from '#shared/resource-kit/labels.ts';
import { product } from '#shared/resources/product.ts';
import { undoBulkChange } from '../../resource-kit/bulk/bulk-change.tsx';
import { FormSection } from '../../resource-kit/form/form-page.tsx';
import { useAnnouncement } from '../../ui/announcements.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { useOnChange } from '../../ui/use-on-change.ts';
import { downloadErrors, refreshLists } from './import-actions.ts';
import { updateImport, useImportStore } from './import-store.ts';
import { failedRowsId, ImportNotices, ImportSummary } from './import-summary.tsx';
import classes from './product-import.module.css';

const maxShown = 50;

/** The rows that an import skipped because of their errors. */
const FailedRowList = ({ report: { errors, moreErrors } }: { report: ImportReport }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  useOnChange([hash, key], () => {
    if (hash === `#${failedRowsId}`) heading.current?.focus();
  });
  const shown = errors.slice(0, maxShown);
  return (
    <section aria-labelledby={failedRowsId}>
      <Group justify="space-between" mb="sm">
        <Title order={3} id={failedRowsId} ref={heading} tabIndex={-1}>
          Rows with errors
        </Title>
        <Button
          size="compact-md"
          leftSection={<IconFileDownload size="1rem" />}
          onClick={() => void downloadErrors('rows')}
        >
          Download failed rows
        </Button>
      </Group>
      <Text c="dimmed" mb="sm">
        These rows weren’t imported. Download them, fix them and import the file.
      </Text>
      <PlainTable
        label="Rows with errors"
        mah="24rem"
        className={classes.table}
        columns={['Row', 'Column', 'Value', 'Problem']}
      >
        {shown.map(({ row, column, value, message }) => (
          <tr key={`${row} ${column} ${message}`}>
            <th scope="row">{row}</th>
            <td>{column}</td>
            <td>{value}</td>
            <td>{message}</td>
          </tr>
        ))}
      </PlainTable>
      {errors.length + moreErrors > shown.length && (
        <Text fz="xs" c="dimmed" mt={4}>
          {`The first ${maxShown} errors`}
        </Text>
      )}
    </section>
  );
};

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
