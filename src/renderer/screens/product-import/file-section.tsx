import { Box, NativeSelect, Radio, Text } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { SpreadsheetPreview } from '#shared/import.ts';
import { type Delimiter, delimiters, type Encoding, encodings } from '#shared/import-columns.ts';
import { texts } from '#shared/texts.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { hideError } from '../../ui/toasts.tsx';
import { chooseFormat } from './import-actions.ts';
import { isFileLocked, useImportStore } from './import-store.ts';
import classes from './product-import.module.css';

export const FileField = ({
  error,
  onChange,
  onError,
  ...dropProps
}: Pick<ComponentProps<typeof FileDrop>, 'ref' | 'value' | 'isDisabled' | 'onChange'> & {
  error: string | null;
  onError: (error: string) => void;
}) => (
  <Box flex={1} miw="18rem" maw="40rem">
    <FileDrop
      {...dropProps}
      onChange={(file) => {
        hideError(texts.product.importFileMissing);
        hideError(texts.product.importFileMissingAgain);
        onChange(file);
      }}
      kind="spreadsheet"
      label="Spreadsheet"
      storedFile={null}
      progress={null}
      isInvalid={error !== null}
      describedBy="import-file-problem"
      onError={onError}
    />
    <Text id="import-file-problem" size="sm" c="var(--bo-danger)" mt={error === null ? 0 : 4} role="alert">
      {error}
    </Text>
  </Box>
);

const toOptions = <Value extends string>(labels: Record<Value, string>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }));

export const FormatFields = ({ preview }: { preview: SpreadsheetPreview }) => {
  const { sheet, sheets, encoding, delimiter } = preview;
  const disabled = useImportStore(isFileLocked);
  return (
    <>
      {sheets.length > 1 && (
        <NativeSelect
          label="Sheet"
          value={sheet}
          data={sheets}
          disabled={disabled}
          onChange={(event) => void chooseFormat({ sheet: event.currentTarget.value })}
        />
      )}
      {encoding !== null && delimiter !== null && (
        <>
          <NativeSelect
            label="Separator"
            value={delimiter}
            data={toOptions(delimiters)}
            disabled={disabled}
            onChange={(event) => void chooseFormat({ delimiter: event.currentTarget.value as Delimiter })}
          />
          <NativeSelect
            label="Encoding"
            value={encoding}
            data={toOptions(encodings)}
            disabled={disabled}
            onChange={(event) => void chooseFormat({ encoding: event.currentTarget.value as Encoding })}
          />
        </>
      )}
    </>
  );
};

const minRowsShown = 8;

export const FirstRows = ({ preview: { topRows, headerRow } }: { preview: SpreadsheetPreview }) => {
  const isDisabled = useImportStore(isFileLocked);
  const headerIndex = topRows.findIndex(({ row }) => row === headerRow);
  const visibleRows = topRows.slice(0, Math.max(minRowsShown, headerIndex + 3));
  const width = Math.max(...visibleRows.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, columnIndex) => columnIndex);
  return (
    <>
      <Text c="dimmed">The first rows of your file. Select the row with the column titles.</Text>
      <PlainTable label="First rows" mah="24rem" className={classes.table}>
        {visibleRows.map(({ row, cells }) => {
          const Cell = row === headerRow ? 'th' : 'td';
          return (
            <tr key={row} className={row === headerRow ? classes.headerRow : undefined}>
              <td className={classes.number}>
                <Radio
                  size="xs"
                  name="header-row"
                  label={row}
                  aria-label={`Row ${row} is the header`}
                  checked={row === headerRow}
                  disabled={isDisabled}
                  onChange={() => void chooseFormat({ headerRow: row })}
                />
              </td>
              {columns.map((columnIndex) => (
                <Cell
                  key={columnIndex}
                  scope={row === headerRow ? 'col' : undefined}
                  className={classes.preview}
                  title={cells[columnIndex]}
                >
                  {cells[columnIndex]}
                </Cell>
              ))}
            </tr>
          );
        })}
      </PlainTable>
    </>
  );
};
