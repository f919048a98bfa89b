import { Box, Button, Group, Text } from '@mantine/core';
import { IconCheck, IconFileDownload, IconLock } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link, useBeforeUnload } from 'react-router-dom';
import type { ImportReport } from '#shared/import.ts';
import { formatCountInSentence } from '#shared/resource-kit/labels.ts';
import { product } from '#shared/resources/product.ts';
import { texts } from '#shared/texts.ts';
import formClasses from '../../resource-kit/form/form-page.module.css';
import { FormSection } from '../../resource-kit/form/form-page.tsx';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { useCan } from '../../resource-kit/session-store.ts';
import { useAnnouncement } from '../../ui/announcements.tsx';
import { openConfirm } from '../../ui/confirm.tsx';
import { keepToastsAbove } from '../../ui/keep-toasts-above.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useGlobalShortcut } from '../../ui/shortcuts.ts';
import { EmptyState } from '../../ui/states.tsx';
import { BasicImport } from './basic-import.tsx';
import { ColumnMappingSection } from './column-mapping-section.tsx';
import { checkAgainId } from './failed-rows.tsx';
import { FileField, FirstRows, FormatFields } from './file-section.tsx';
import { cancelRun, downloadTemplate, runImport, selectFile } from './import-actions.ts';
import {
  type ImportRun,
  type ImportState,
  isLocked,
  isReportCurrent,
  resetImport,
  updateImport,
  useImportStore,
} from './import-store.ts';
import { formatNumber } from './import-summary.tsx';
import { NumberFormatForm } from './number-format-form.tsx';
import classes from './product-import.module.css';
import { ResultSection } from './result-section.tsx';
import { isNothingValid, ReviewSection } from './review-section.tsx';

const steps = ['File', 'Columns', 'Review', 'Done'] as const;

const getStep = (state: ImportState): number => {
  if (state.outcome?.report.isWritten) return 3;
  if (!state.preview) return 0;
  return isReportCurrent(state) ? 2 : 1;
};

/** Shows the current step; the page's sections have the same names. */
const ImportSteps = () => {
  const current = useImportStore(getStep);
  return (
    <ol className={classes.steps} aria-label="Steps">
      {steps.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current || undefined}
        >
          <span className={classes.mark} aria-hidden>
            {index < current ? <IconCheck size="0.75rem" /> : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
};

const formatProgress = ({ kind, phase, done, total, isCancelling }: ImportRun): string => {
  if (isCancelling) return 'Cancelling…';
  if (phase === 'sending') return `Uploading… ${Math.round(done * 100)}%`;
  if (phase === 'reading') return `Reading rows… ${formatNumber(done)}`;
  if (phase === 'writing') {
    const activity = kind === 'dryRun' ? 'Checking' : 'Importing';
    return `${activity}, ${formatNumber(done)} of ${formatNumber(total ?? 0)} products`;
  }
  return phase === 'waiting' ? 'Waiting to start…' : 'Finishing…';
};

const RunProgress = ({ run }: { run: ImportRun }) => {
  const { done, total, kind, isCancelling } = run;
  const label = kind === 'dryRun' ? 'Checking' : 'Importing';
  return (
    <>
      <Box flex={1} miw="12rem" maw="28rem" me="auto">
        <ProgressBar label={label} text={formatProgress(run)} value={total ? done / total : null} />
      </Box>
      <Button disabled={isCancelling} onClick={cancelRun}>
        {kind === 'dryRun' ? 'Cancel check' : 'Cancel import'}
      </Button>
    </>
  );
};

const formatProductCount = (count: number) => formatCountInSentence(count, product);

/** Imports the valid rows after confirmation if the check found errors. */
const save = async (): Promise<void> => {
  const state = useImportStore.getState();
  const { outcome } = state;
  const failedCount = outcome && isReportCurrent(state) ? outcome.report.failed : 0;
  if (!outcome || failedCount === 0) return runImport('import');
  const validCount = outcome.report.total - failedCount;
  const isPartial =
    validCount > 0 &&
    (await openConfirm({
      title: `Import ${formatProductCount(validCount)}?`,
      message: `${failedCount.toLocaleString('en')} of ${formatProductCount(outcome.report.total)} ${failedCount === 1 ? 'has' : 'have'} errors and will be skipped.`,
      confirmLabel: `Import ${formatProductCount(validCount)}`,
      cancelLabel: 'Fix errors',
    }));
  if (isPartial) return runImport('import', { isPartial });
};

const formatSummary = ({ create, update, failed: failedCount }: ImportReport): string =>
  [
    `${create.toLocaleString('en')} to create`,
    `${update.toLocaleString('en')} to update`,
    ...(failedCount > 0 ? [`${failedCount.toLocaleString('en')} with errors`] : []),
  ].join(', ');

const ImportPage = () => {
  const state = useImportStore();
  const { file, fileError, preview, corrections, run, outcome } = state;
  const nothingValidRef = useRef<HTMLDivElement>(null);
  const dropRef = useRef<{ focus: () => void }>(null);
  const isImporting = run?.kind === 'import';
  const isDone = outcome?.report.isWritten === true;
  const isOutdated = outcome !== null && !isReportCurrent(state);
  const summary = !run && outcome && !isOutdated && !isDone ? formatSummary(outcome.report) : undefined;
  useAnnouncement(summary);
  useAnnouncement(state.isReading ? 'Reading file…' : undefined);
  useAnnouncement(isImporting ? 'Importing…' : undefined);
  // Only closing or reloading the window loses the import; navigation within the app keeps it.
  useBeforeUnload((event) => {
    if (isImporting || (corrections.length > 0 && !isDone)) event.preventDefault();
  });
  useGlobalShortcut('checkAgain', preview && !run ? () => void runImport('dryRun') : undefined);
  const submit = async () => {
    if (isNothingValid(state)) return nothingValidRef.current?.focus();
    await save();
    if (useImportStore.getState().fileError !== null) dropRef.current?.focus();
  };

  if (file && isDone) {
    return (
      <div className={`${formClasses.body} ${classes.body}`}>
        <ResultSection
          fileName={file.name}
          report={outcome?.report ?? null}
          onImportAnother={() => resetImport(null)}
        />
      </div>
    );
  }
  return (
    <>
      <div className={`${formClasses.body} ${classes.body}`}>
        <FormSection title="File">
          <Text c="dimmed">Use one row per product or one row per variant. Shopify exports work too.</Text>
          <Group align="flex-end">
            <FileField
              ref={dropRef}
              value={file}
              error={fileError}
              isDisabled={isImporting}
              onChange={(selected) => void selectFile(selected)}
              onError={(problem) => updateImport({ fileError: problem })}
            />
            {preview && <FormatFields preview={preview} />}
          </Group>
          {state.isReading && <Text>Reading file…</Text>}
          {preview && <FirstRows preview={preview} />}
        </FormSection>
        {preview && (
          <>
            <ColumnMappingSection preview={preview} />
            <NumberFormatForm profiles={preview.columnProfiles} />
            <ReviewSection nothingValidRef={nothingValidRef} />
          </>
        )}
      </div>
      <Group component="footer" ref={keepToastsAbove} justify="flex-end" gap={12} className={formClasses.footer}>
        {summary && (
          <Text c="dimmed" me="auto">
            {summary}
          </Text>
        )}
        {run ? (
          <RunProgress run={run} />
        ) : (
          <Button component={Link} to={product.paths.list}>
            {texts.form.cancel}
          </Button>
        )}
        {preview && (
          <Button id={checkAgainId} disabled={run !== null} onClick={() => void runImport('dryRun')}>
            Check again
          </Button>
        )}
        <Button variant="brand" disabled={isLocked(state)} onClick={() => void submit()}>
          {isImporting ? 'Importing…' : texts.form.save}
        </Button>
      </Group>
    </>
  );
};

export const ProductImport = () => {
  const can = useCan(product.name);
  const hasImport = useIsFullServer();
  return (
    <div className={formClasses.page}>
      <div className={formClasses.header}>
        <PageHeader title="Import products" breadcrumb={[{ label: product.labelPlural, to: product.paths.list }]}>
          {hasImport && (
            <>
              <ImportSteps />
              <Button leftSection={<IconFileDownload size="1rem" />} onClick={() => void downloadTemplate()}>
                Download template
              </Button>
            </>
          )}
        </PageHeader>
      </div>
      {!can('create') ? (
        <EmptyState icon={IconLock} title="You don’t have permission to import products" />
      ) : (
        hasImport !== undefined && (hasImport ? <ImportPage /> : <BasicImport />)
      )}
    </div>
  );
};
