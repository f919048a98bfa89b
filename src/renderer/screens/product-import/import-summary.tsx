import { Anchor, Flex, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { ImportReport } from '#shared/import.ts';
import { unknownColumnNotice, untitledColumnNotice } from '#shared/import-columns.ts';
import { formatCount, formatCountInSentence } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { product } from '#shared/resources/product.ts';
import { countColumns, nameColumns } from './column-mapping.ts';
import classes from './product-import.module.css';

type Notice = ImportReport['notices'][number];

/** Id of the rows with errors on the result page. */
export const failedRowsId = 'failed-rows';

export const formatNumber = (value: number) => value.toLocaleString('en');

const newestFirst = (field: 'createdAt' | 'updatedAt') => `${product.paths.list}?sort=-${field}`;

/** After an import, the counts link to the products, newest first, and to the rows with errors on the page. */
export const ImportSummary = ({ report }: { report: ImportReport }) => {
  const { isWritten } = report;
  const counts = [
    {
      label: isWritten ? 'Created' : 'To create',
      value: report.create,
      to: isWritten && newestFirst('createdAt'),
    },
    {
      label: isWritten ? 'Updated' : 'To update',
      value: report.update,
      to: isWritten && newestFirst('updatedAt'),
    },
    { label: 'Unchanged', value: report.unchanged },
    {
      label: 'Errors',
      value: report.failed,
      isError: report.failed > 0,
      to: isWritten && `#${failedRowsId}`,
    },
  ];
  return (
    <dl className={classes.counts}>
      {counts.map(({ label, value, isError, to }) => (
        <Flex
          key={label}
          direction="column-reverse"
          px={14}
          py={10}
          bd={`1px solid var(${isError ? '--bo-danger' : '--bo-line'})`}
          bdrs="md"
          bg={isError ? 'var(--bo-danger-background)' : 'var(--bo-page)'}
        >
          <Text component="dt" fz="xs" c="dimmed">
            {label}
          </Text>
          <Text
            component="dd"
            m={0}
            fz="xl"
            fw={600}
            c={isError ? 'var(--bo-danger)' : undefined}
            className="bo-tabular"
          >
            {to && value > 0 ? (
              <Anchor
                component={Link}
                to={to}
                inherit
                c="inherit"
                underline="always"
                aria-label={`${label}: ${formatNumber(value)}`}
              >
                {formatNumber(value)}
              </Anchor>
            ) : (
              formatNumber(value)
            )}
          </Text>
        </Flex>
      ))}
    </dl>
  );
};

const formatCreatedCounts = ({ createdCounts, isWritten }: ImportReport): string | null => {
  const createdEntries = Object.entries(createdCounts).filter(([, count]) => count > 0);
  if (createdEntries.length === 0) return null;
  const createdTexts = createdEntries.map(([name, count]) =>
    formatCount(count, findResource(name) ?? { label: name, labelPlural: name }),
  );
  return `${isWritten ? 'Also created' : 'Also creates'}: ${createdTexts.join(', ')}`;
};

const columnNotices: readonly string[] = [unknownColumnNotice, untitledColumnNotice];

/** Before an import, the columns section lists the skipped columns. */
const skippedText = ({ columns, isWritten }: ImportReport): string | null => {
  const skipped = columns.filter(({ field, filled }) => field === null && filled > 0);
  if (!isWritten || skipped.length === 0) return null;
  return `${countColumns(skipped)} ${skipped.length === 1 ? 'wasn’t' : 'weren’t'} imported: ${nameColumns(skipped)}`;
};

const formatCells = ({ count, cells = [] }: Notice): string => {
  const remaining = count - cells.length;
  if (cells.length === 0) return count > 1 ? ` (${formatNumber(count)} rows)` : '';
  return ` (${cells.join(', ')}${remaining > 0 ? ` and ${formatNumber(remaining)} more` : ''})`;
};

export const ImportNotices = ({ report }: { report: ImportReport }) => {
  const createdCounts = formatCreatedCounts(report);
  const skipped = skippedText(report);
  const notices = report.notices.filter(({ message }) => !columnNotices.includes(message));
  return (
    <>
      {report.rows > report.total && (
        <Text>{`${formatCount(report.rows, 'row')} ${report.isWritten ? 'became' : 'become'} ${formatCountInSentence(report.total, product)}`}</Text>
      )}
      {createdCounts && <Text>{createdCounts}</Text>}
      {skipped && <Text>{skipped}</Text>}
      {notices.length > 0 && (
        <ul className={classes.notices} aria-label="Notices">
          {notices.map((notice) => (
            <li key={`${notice.column} ${notice.message}`}>
              {`${notice.column === '' ? '' : `${notice.column}: `}${notice.message}${formatCells(notice)}`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
