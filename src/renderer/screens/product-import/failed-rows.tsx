import { Group, Stack, Text } from '@mantine/core';
import { IconRowRemove } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Pager } from '../../ui/pagination-bar.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { correctCell, type RowWithErrors, setRowSkipped } from './corrections.ts';
import { changeCorrections } from './import-actions.ts';
import { useImportStore } from './import-store.ts';
import classes from './product-import.module.css';

const pageSize = 20;

/** Enter moves to the cell below, as in a spreadsheet; Shift+Enter inserts a line break. */
const focusCellBelow = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
  if (event.key !== 'Enter' || event.shiftKey) return;
  event.preventDefault();
  const cell = event.currentTarget.closest('td');
  const below = cell?.closest('tr')?.nextElementSibling?.children.item(cell.cellIndex);
  below?.querySelector('textarea')?.focus();
};

const Cell = ({ failedRow, column }: { failedRow: RowWithErrors; column: string }) => {
  const { row, cells, errors } = failedRow;
  const { corrections, run } = useImportStore();
  const error = errors[column];
  const correctedText = corrections.cells[row]?.[column];
  const isCorrected = correctedText !== undefined && correctedText !== cells[column];
  const errorId = `error-${row}-${column}`;
  return (
    <td>
      <textarea
        rows={1}
        className={classes.cell}
        aria-label={`${column} in row ${row}`}
        aria-invalid={error !== undefined && !isCorrected}
        aria-describedby={error === undefined ? undefined : errorId}
        data-corrected={isCorrected || undefined}
        value={correctedText ?? cells[column]}
        disabled={run !== null}
        onChange={({ currentTarget: { value: text } }) =>
          changeCorrections((current) => correctCell(current, { row, column, text }))
        }
        onKeyDown={focusCellBelow}
      />
      {error !== undefined && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </td>
  );
};

export const FailedRows = ({ rows }: { rows: readonly RowWithErrors[] }) => {
  const isRunning = useImportStore(({ run }) => run !== null);
  const [page, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const currentPage = Math.min(page, pages);
  const visibleRows = rows.slice((currentPage - 1) * pageSize, currentPage * pageSize);
  const columns = Object.keys(rows[0]?.cells ?? {});
  return (
    <Stack gap="sm">
      <PlainTable label="Rows with errors" mah="24rem" className={`${classes.table} ${classes.corrections}`}>
        <thead>
          <tr>
            <th scope="col" className={classes.number}>
              Row
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" title={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visibleRows.map((failedRow) => (
            <tr key={failedRow.row}>
              <th scope="row" className={classes.number}>
                <Group gap={4} wrap="nowrap">
                  {failedRow.row}
                  <IconButton
                    label={`Skip row ${failedRow.row}`}
                    icon={<IconRowRemove size="1.125rem" />}
                    isDisabled={isRunning}
                    onClick={() =>
                      changeCorrections((current) => setRowSkipped(current, { row: failedRow.row, isSkipped: true }))
                    }
                  />
                </Group>
                {failedRow.otherErrors.map((message) => (
                  <p key={message} className={classes.error}>
                    {message}
                  </p>
                ))}
              </th>
              {columns.map((column) => (
                <Cell key={column} failedRow={failedRow} column={column} />
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {pages > 1 && (
        <nav aria-label="Pages of rows with errors">
          <Pager page={currentPage} pageCount={pages} onChange={setPage} />
        </nav>
      )}
      <Text size="xs" c="dimmed">
        Corrections apply to this import only. Your file isn’t changed.
      </Text>
    </Stack>
  );
};
