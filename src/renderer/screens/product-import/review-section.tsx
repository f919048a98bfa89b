import { Button, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconArrowBackUp, IconFileDownload, IconInfoCircle } from '@tabler/icons-react';
import { type RefObject, useEffect } from 'react';
import type { ImportReport } from '#shared/import.ts';
import { formatCount, formatCountInSentence } from '#shared/resource-kit/labels.ts';
import { product } from '#shared/resources/product.ts';
import { FormSection } from '../../resource-kit/form/form-page.tsx';
import { useAnnouncement } from '../../ui/announcements.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { describeShortcut } from '../../ui/shortcuts.ts';
import { FailedRows } from './failed-rows.tsx';
import { changeCorrections, changeProductOptions, downloadErrors } from './import-actions.ts';
import {
  getRowsWithErrors,
  type ImportState,
  isReportCurrent,
  listSkippedRows,
  useImportStore,
} from './import-store.ts';
import { formatNumber, ImportNotices, ImportSummary } from './import-summary.tsx';

const RowErrors = ({ report }: { report: ImportReport }) => {
  const skippedRows = listSkippedRows(useImportStore((state) => state.corrections));
  const rows = getRowsWithErrors(report).filter(({ row }) => !skippedRows.includes(row));
  const failedRowCount = new Set(report.errors.map(({ row }) => row)).size;
  const nameColumn = report.columns.find(({ field }) => field === 'name')?.title;
  const isTruncated = report.moreErrors > 0 || report.failedRows.length < failedRowCount;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={3}>Rows with errors</Title>
        <Button
          size="compact-sm"
          leftSection={<IconFileDownload size="0.875rem" />}
          onClick={() => void downloadErrors('errors')}
        >
          Download error list
        </Button>
      </Group>
      <Text c="dimmed">
        {`Fix the cells below or skip rows, then check again.${isTruncated ? ' More errors will appear once these are fixed.' : ''}`}
      </Text>
      <Text fz="xs" c="dimmed">
        {`${describeShortcut('nextError')} goes to the next error, ${describeShortcut('checkAgain')} checks again.`}
      </Text>
      {rows.length > 0 && <FailedRows rows={rows} nameColumn={nameColumn} />}
    </Stack>
  );
};

const SkippedRows = ({ rows, isDisabled }: { rows: readonly number[]; isDisabled: boolean }) => (
  <Group gap="sm">
    <Text>{rows.length === 1 ? `Row ${rows[0]} is skipped` : `${formatNumber(rows.length)} rows are skipped`}</Text>
    <Button
      size="compact-sm"
      leftSection={<IconArrowBackUp size="0.875rem" />}
      disabled={isDisabled}
      onClick={() => changeCorrections((current) => current.filter((correction) => 'text' in correction))}
    >
      Include again
    </Button>
  </Group>
);

const ProductOptionsForm = ({ report }: { report: ImportReport }) => {
  const { createdSkus, missingSkus, webImages } = report;
  const { productOptions, run } = useImportStore();
  const { isCreatingSkus, skuPattern, isDownloading } = productOptions;
  const isDisabled = run !== null;
  const withoutSku = createdSkus + missingSkus;
  return (
    <Stack gap="md" maw="32rem">
      {withoutSku > 0 && (
        <>
          <Checkbox
            label={`Create SKUs for ${formatCount(withoutSku, 'variant')}`}
            description="For variants that have no SKU in the file"
            checked={isCreatingSkus}
            disabled={isDisabled}
            onChange={(event) => changeProductOptions({ isCreatingSkus: event.currentTarget.checked })}
          />
          {isCreatingSkus && (
            <TextInput
              label="SKU pattern"
              description="{product} is the product’s name and {n:3} a three-digit number. An attribute’s name in braces becomes its value."
              value={skuPattern}
              disabled={isDisabled}
              onChange={(event) => changeProductOptions({ skuPattern: event.currentTarget.value })}
            />
          )}
        </>
      )}
      {webImages > 0 && (
        <Checkbox
          label={`Download ${formatCount(webImages, 'image')} from the web`}
          description="Otherwise they’re skipped. Downloading makes the import slower. We’ll list any images that fail."
          checked={isDownloading}
          disabled={isDisabled}
          onChange={(event) => changeProductOptions({ isDownloading: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
};

const outdatedText = 'You’ve made changes. Check again to update the results.';

/** Whether every row of a report that isn't outdated has errors. */
export const isNothingValid = (state: ImportState): boolean => {
  const report = state.outcome?.report;
  return isReportCurrent(state) && report !== undefined && report.failed > 0 && report.failed === report.total;
};

const NothingValid = ({ total, ref }: { total: number; ref: RefObject<HTMLDivElement | null> }) => {
  useEffect(() => {
    const isTyping = document.activeElement?.matches('input, textarea, select');
    if (!isTyping) ref.current?.focus();
  }, [ref]);
  return (
    <InlineAlert
      ref={ref}
      title={
        total === 1
          ? 'The product can’t be imported'
          : `None of the ${formatCountInSentence(total, product)} can be imported`
      }
    >
      Every row has errors. Fix the cells below or skip rows, then check again. Or fix your file and choose it again.
    </InlineAlert>
  );
};

export const ReviewSection = ({ nothingValidRef }: { nothingValidRef: RefObject<HTMLDivElement | null> }) => {
  const state = useImportStore();
  const { outcome, runError, corrections } = state;
  const skippedRows = listSkippedRows(corrections);
  const isRunning = state.run !== null;
  const isOutdated = outcome !== null && !isReportCurrent(state) && !isRunning;
  useAnnouncement(isOutdated ? outdatedText : undefined);
  return (
    <FormSection title="Review">
      {runError !== null && <InlineAlert title="Can’t import yet">{runError}</InlineAlert>}
      {outcome && (
        <>
          {isOutdated && (
            <Group gap="xs">
              <IconInfoCircle size="1rem" aria-hidden />
              <Text>{outdatedText}</Text>
            </Group>
          )}
          {isNothingValid(state) && !isRunning && <NothingValid total={outcome.report.total} ref={nothingValidRef} />}
          <ImportSummary report={outcome.report} />
          <ImportNotices report={outcome.report} />
          <ProductOptionsForm report={outcome.report} />
          {skippedRows.length > 0 && <SkippedRows rows={skippedRows} isDisabled={isRunning} />}
          {outcome.report.failed > 0 && <RowErrors report={outcome.report} />}
        </>
      )}
      {!outcome && runError === null && <Text c="dimmed">{isRunning ? 'Checking…' : 'Not checked yet'}</Text>}
    </FormSection>
  );
};
