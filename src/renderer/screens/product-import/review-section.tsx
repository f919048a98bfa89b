import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowBackUp, IconFileDownload, IconInfoCircle } from '@tabler/icons-react';
import type { ImportReport } from '#shared/import.ts';
import { unknownColumnNotice, untitledColumnNotice } from '#shared/import-columns.ts';
import { formatCount } from '#shared/resource/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { FormSection } from '../../resource/form/form-page.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { type Corrections, correctCell, getRowsWithErrors, setRowSkipped } from './corrections.ts';
import { FailedRows } from './failed-rows.tsx';
import { changeCorrections } from './import-actions.ts';
import { saveErrors } from './import-downloads.ts';
import type { ProductOptions } from './import-store.ts';
import classes from './product-import.module.css';
import { ProductOptionsForm } from './product-options.tsx';
import { countColumns, nameColumns } from './skipped-columns.ts';

type Notice = ImportReport['notices'][number];

const number = (value: number) => value.toLocaleString('en');

export const Counts = ({ report }: { report: ImportReport }) => {
  const counts = [
    { label: report.isWritten ? 'Created' : 'To create', value: report.create },
    { label: report.isWritten ? 'Updated' : 'To update', value: report.update },
    { label: 'Unchanged', value: report.unchanged },
    { label: 'Errors', value: report.failed, isBad: report.failed > 0 },
  ];
  return (
    <dl className={classes.counts}>
      {counts.map(({ label, value, isBad }) => (
        <div key={label} className={classes.count} data-bad={isBad || undefined}>
          <dt>{label}</dt>
          <dd className="bo-tabular">{number(value)}</dd>
        </div>
      ))}
    </dl>
  );
};

const formatCreatedCounts = ({ createdCounts, isWritten }: ImportReport): string | null => {
  const made = Object.entries(createdCounts).filter(([, count]) => count > 0);
  if (made.length === 0) return null;
  const words = made.map(([name, count]) =>
    formatCount(count, findResource(name) ?? { label: name, labelPlural: name }),
  );
  return `${isWritten ? 'Also created' : 'Also creates'}: ${words.join(', ')}`;
};

const columnNotices: readonly string[] = [unknownColumnNotice, untitledColumnNotice];

/** Before an import, the columns section lists the skipped columns. */
const skippedText = ({ columns, isWritten }: ImportReport): string | null => {
  const skipped = columns.filter(({ field, filled }) => field === null && filled > 0);
  if (!isWritten || skipped.length === 0) return null;
  return `${countColumns(skipped)} ${skipped.length === 1 ? 'wasn’t' : 'weren’t'} imported: ${nameColumns(skipped)}`;
};

const placesText = ({ count, cells = [] }: Notice): string => {
  const more = count - cells.length;
  if (cells.length === 0) return count > 1 ? ` (${number(count)} rows)` : '';
  return ` (${cells.join(', ')}${more > 0 ? ` and ${number(more)} more` : ''})`;
};

export const Remarks = ({ report }: { report: ImportReport }) => {
  const along = formatCreatedCounts(report);
  const skipped = skippedText(report);
  const notices = report.notices.filter(({ message }) => !columnNotices.includes(message));
  return (
    <>
      {along && <Text>{along}</Text>}
      {skipped && <Text>{skipped}</Text>}
      {notices.length > 0 && (
        <ul className={classes.notices} aria-label="Skipped">
          {notices.map((notice) => (
            <li key={`${notice.column} ${notice.message}`}>
              {`${notice.column === '' ? '' : `${notice.column}: `}${notice.message}${placesText(notice)}`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

const Errors = ({
  report,
  corrections,
  isDisabled,
}: {
  report: ImportReport;
  corrections: Corrections;
  isDisabled: boolean;
}) => {
  const rows = getRowsWithErrors(report).filter(({ row }) => !corrections.skippedRows.includes(row));
  const failing = new Set(report.errors.map(({ row }) => row)).size;
  const isCut = report.moreErrors > 0 || report.failedRows.length < failing;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={3}>Rows with errors</Title>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconFileDownload size="0.875rem" />}
          onClick={() => void saveErrors()}
        >
          Download error list
        </Button>
      </Group>
      <Text c="dimmed">
        {`Fix the cells below or skip rows, then check again.${isCut ? ' More errors will appear once these are fixed.' : ''}`}
      </Text>
      {rows.length > 0 && (
        <FailedRows
          rows={rows}
          corrections={corrections}
          isDisabled={isDisabled}
          onCorrect={(cell) => changeCorrections((current) => correctCell(current, cell))}
          onSkip={(row) => changeCorrections((current) => setRowSkipped(current, { row, isSkipped: true }))}
        />
      )}
    </Stack>
  );
};

const SkippedRows = ({ rows, isDisabled }: { rows: readonly number[]; isDisabled: boolean }) => (
  <Group gap="sm">
    <Text>{rows.length === 1 ? `Row ${rows[0]} is skipped` : `${number(rows.length)} rows are skipped`}</Text>
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconArrowBackUp size="0.875rem" />}
      disabled={isDisabled}
      onClick={() =>
        changeCorrections((current) =>
          rows.reduce((changed, row) => setRowSkipped(changed, { row, isSkipped: false }), current),
        )
      }
    >
      Include again
    </Button>
  </Group>
);

export const ReviewSection = ({
  report,
  failure,
  corrections,
  productOptions,
  isOutdated,
  isRunning,
}: {
  report: ImportReport | null;
  failure: string | null;
  corrections: Corrections;
  productOptions: ProductOptions;
  isOutdated: boolean;
  isRunning: boolean;
}) => (
  <FormSection title="Review">
    {failure !== null && <InlineAlert title="Can’t import yet">{failure}</InlineAlert>}
    {report && (
      <>
        {isOutdated && !isRunning && (
          <Group gap="xs" role="status">
            <IconInfoCircle size="1rem" aria-hidden />
            <Text>You’ve made changes. Check again to update the results.</Text>
          </Group>
        )}
        <Counts report={report} />
        <Remarks report={report} />
        <ProductOptionsForm report={report} options={productOptions} isDisabled={isRunning} />
        {corrections.skippedRows.length > 0 && (
          <SkippedRows rows={corrections.skippedRows} isDisabled={isRunning} />
        )}
        {report.failed > 0 && <Errors report={report} corrections={corrections} isDisabled={isRunning} />}
      </>
    )}
    {!report && failure === null && <Text c="dimmed">{isRunning ? 'Checking…' : 'Not checked yet'}</Text>}
  </FormSection>
);
