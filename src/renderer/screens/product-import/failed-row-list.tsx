import { Button, Group, Text, Title } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { ImportReport } from '#shared/import.ts';
import { PlainTable } from '../../ui/plain-table.tsx';
import { downloadFailedRows } from './import-downloads.ts';
import { failedRowsId } from './import-summary.tsx';
import classes from './product-import.module.css';

const maxShown = 50;

/** The rows that an import skipped because of their errors. */
export const FailedRowList = ({ report: { errors, moreErrors } }: { report: ImportReport }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with every click on the same link
  useEffect(() => {
    if (hash === `#${failedRowsId}`) heading.current?.focus();
  }, [hash, key]);
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
          onClick={() => void downloadFailedRows()}
        >
          Download failed rows
        </Button>
      </Group>
      <Text c="dimmed" mb="sm">
        These rows weren’t imported. Download them, fix them and import the file.
      </Text>
      <PlainTable label="Rows with errors" mah="24rem" className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">Value</th>
            <th scope="col">Problem</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ row, column, value, message }) => (
            <tr key={`${row} ${column} ${message}`}>
              <th scope="row">{row}</th>
              <td>{column}</td>
              <td>{value}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {errors.length + moreErrors > shown.length && (
        <Text fz="xs" c="dimmed" mt={4}>
          {`The first ${maxShown} errors`}
        </Text>
      )}
    </section>
  );
};
