import { Group, Stack, Text } from '@mantine/core';
import { IconRowRemove } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { announce } from '../../ui/announcements.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Pager } from '../../ui/pagination-bar.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { useGlobalShortcut } from '../../ui/shortcuts.ts';
import { changeCorrections } from './import-actions.ts';
import { correctCell, findCorrectedText, getImportState, type RowWithErrors, useImportStore } from './import-store.ts';
import classes from './product-import.module.css';

const pageSize = 20;

/** Id of the button that checks the file again. */
export const checkAgainId = 'check-again';

const focusCheckAgain = () => document.getElementById(checkAgainId)?.focus();

type Step = -1 | 1;

const findCell = (input: HTMLElement, { rows, columns }: { rows: Step | 0; columns: Step | 0 }) => {
  const cell = input.closest('td');
  const row = cell?.closest('tr');
  const target = rows === 1 ? row?.nextElementSibling : row;
  return cell && target?.children.item(cell.cellIndex + columns)?.querySelector('textarea');
};

/**
 * Enter moves to the cell below, as in a spreadsheet, and the arrow keys beyond the ends of the text to the cells beside
 * it; Shift+Enter inserts a line break.
 */
const moveToCell = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
  const { key, shiftKey, ctrlKey, metaKey, currentTarget: input } = event;
  const { selectionStart, selectionEnd, value } = input;
  const isAt = (end: number) => selectionStart === end && selectionEnd === end && !shiftKey;
  const isEnter = key === 'Enter' && !shiftKey && !ctrlKey && !metaKey;
  if (isEnter) event.preventDefault();
  const target =
    (isEnter && findCell(input, { rows: 1, columns: 0 })) ||
    (key === 'ArrowLeft' && isAt(0) && findCell(input, { rows: 0, columns: -1 })) ||
    (key === 'ArrowRight' && isAt(value.length) && findCell(input, { rows: 0, columns: 1 }));
  if (!target) return;
  event.preventDefault();
  target.focus();
};

const isCorrected = ({ row, cells }: RowWithErrors, column: string): boolean => {
  const text = findCorrectedText(getImportState().corrections, { row, column });
  return text !== undefined && text !== cells[column];
};

/** Only wrong cells are Tab stops: the arrow keys reach the others. */
const Cell = ({ failedRow, column }: { failedRow: RowWithErrors; column: string }) => {
  const { row, cells, errors } = failedRow;
  const { corrections, run } = useImportStore();
  const error = errors[column];
  const correctedText = findCorrectedText(corrections, { row, column });
  const hasChanged = correctedText !== undefined && correctedText !== cells[column];
  const errorId = useId();
  return (
    <td>
      <textarea
        rows={1}
        className={classes.cell}
        tabIndex={error === undefined ? -1 : undefined}
        data-error={error !== undefined ? `${row} ${column}` : undefined}
        aria-label={`${column} in row ${row}`}
        aria-invalid={error !== undefined && !hasChanged}
        aria-describedby={error === undefined ? undefined : errorId}
        data-corrected={hasChanged || undefined}
        value={correctedText ?? cells[column]}
        readOnly={run !== null}
        onChange={({ currentTarget: { value: text } }) =>
          changeCorrections((current) => correctCell(current, { row, column, text }))
        }
        onKeyDown={moveToCell}
      />
      {error !== undefined && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </td>
  );
};

const isBefore = (element: Element, other: Element): boolean =>
  (element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

type ErrorPlace = { key: string; index: number; isFixed: boolean };

/** The wrong cells in the order of the rows, and the rows with errors that belong to no cell. */
const listErrors = (rows: readonly RowWithErrors[], columns: readonly string[]): ErrorPlace[] =>
  rows.flatMap((failedRow, index) => [
    ...(failedRow.otherErrors.length > 0 ? [{ key: `${failedRow.row} `, index, isFixed: false }] : []),
    ...columns
      .filter((column) => failedRow.errors[column] !== undefined)
      .map((column) => ({ key: `${failedRow.row} ${column}`, index, isFixed: isCorrected(failedRow, column) })),
  ]);

export const FailedRows = ({
  rows,
  nameColumn,
}: {
  rows: readonly RowWithErrors[];
  /** Title of the column with the names of the products. */
  nameColumn: string | undefined;
}) => {
  const isRunning = useImportStore(({ run }) => run !== null);
  const corrections = useImportStore((state) => state.corrections);
  const root = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const currentPage = Math.min(page, pages);
  const visibleRows = rows.slice((currentPage - 1) * pageSize, currentPage * pageSize);
  const columns = Object.keys(rows[0]?.cells ?? {});
  const nameOf = ({ row, cells }: RowWithErrors) =>
    nameColumn && (findCorrectedText(corrections, { row, column: nameColumn }) ?? cells[nameColumn]);

  const findError = (key: string) => root.current?.querySelector<HTMLElement>(`[data-error="${CSS.escape(key)}"]`);
  const goToError = (step: Step) => {
    const errors = listErrors(rows, columns);
    const active = document.activeElement;
    const isIn = (place: HTMLElement | null | undefined) => place?.contains(active) === true;
    // The last error that isn't after the focus.
    const from = errors.findLastIndex(({ key }) => {
      const place = findError(key);
      return place && active && (isIn(place) || isBefore(place, active));
    });
    const isInside = isIn(findError(errors[from]?.key ?? ''));
    const start = step === -1 && !isInside ? from + 1 : from;
    const inOrder = errors.map((_, index) => errors.at((start + step * (index + 1)) % errors.length));
    const next = inOrder.find((error) => error && !error.isFixed);
    if (!next) {
      announce('No errors left');
      return focusCheckAgain();
    }
    flushSync(() => setPage(Math.floor(next.index / pageSize) + 1));
    const target = findError(next.key);
    (target?.querySelector('button') ?? target)?.focus();
  };
  useGlobalShortcut('nextError', () => goToError(1));
  useGlobalShortcut('previousError', () => goToError(-1));
  const skip = (row: number) => {
    const left = rows.length - 1;
    announce(
      `Row ${row} skipped. ${left > 0 ? `${formatCount(left, 'row')} with errors left` : 'That was the last one'}`,
    );
    changeCorrections((current) => [...current, { row, isSkipped: true }]);
    if (left === 0) focusCheckAgain();
  };
  return (
    <Stack gap="sm" ref={root}>
      <PlainTable
        label="Rows with errors"
        mah="24rem"
        className={`${classes.table} ${classes.corrections}`}
        columns={[{ title: 'Row', className: classes.number }, ...columns]}
      >
        {visibleRows.map((failedRow) => (
          <tr key={failedRow.row}>
            <th
              scope="row"
              className={classes.number}
              data-error={failedRow.otherErrors.length > 0 ? `${failedRow.row} ` : undefined}
            >
              <Group gap={4} wrap="nowrap">
                {failedRow.row}
                <Text span inherit truncate maw="10rem">
                  {nameOf(failedRow)}
                </Text>
                <IconButton
                  label={`Skip row ${failedRow.row}`}
                  icon={<IconRowRemove size="1.125rem" />}
                  isDisabled={isRunning}
                  onClick={() => skip(failedRow.row)}
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
