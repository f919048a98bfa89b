import { Button, NativeSelect, Text } from '@mantine/core';
import { IconArrowLeft, IconFileDownload, IconLock } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link, useBeforeUnload } from 'react-router-dom';
import type { ImportReport } from '#shared/import.ts';
import { product } from '#shared/resources/product.ts';
import { routes } from '#shared/routes.ts';
import { texts } from '#shared/texts.ts';
import { useCapability } from '../../resource/capabilities.ts';
import { FormSection } from '../../resource/form/form-page.tsx';
import { useCan, useUserId } from '../../resource/session-store.ts';
import { confirm } from '../../ui/confirm.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { CheckSection } from './check-section.tsx';
import { ColumnsSection } from './columns-section.tsx';
import { sentCorrections } from './corrections.ts';
import {
  chooseField,
  chooseSheet,
  runImport,
  runPlainImport,
  saveTemplate,
  takeFile,
} from './import-actions.ts';
import { changeImport, isCurrent, resetImport, useImportStore } from './import-store.ts';
import classes from './product-import.module.css';
import { ResultSection } from './result-section.tsx';
import { RunProgress } from './run-progress.tsx';

const title = 'Import products';

const counted = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'product' : 'products'}`;

/** Imports what is right, once somebody has said so, where the check found something wrong. */
const save = async (isRich: boolean): Promise<void> => {
  const state = useImportStore.getState();
  const { outcome } = state;
  if (!isRich) return runPlainImport();
  const failed = outcome && isCurrent(state) ? outcome.report.failed : 0;
  if (!outcome || failed === 0) return runImport('import');
  const rest = outcome.report.total - failed;
  const isPartial =
    rest > 0 &&
    (await confirm({
      title: 'Import the rest?',
      question: `${counted(failed)} of ${outcome.report.total.toLocaleString('en')} cannot be imported because of errors.`,
      detail: `You can mend them first, or import the other ${counted(rest)} now.`,
      confirmLabel: `Import ${counted(rest)}`,
      cancelLabel: 'Mend them first',
    }));
  if (isPartial) return runImport('import', { isPartial });
};

const summaryOf = ({ create, update, failed }: ImportReport): string =>
  [
    `${counted(create)} to create`,
    `${update.toLocaleString('en')} to change`,
    ...(failed > 0 ? [`${failed.toLocaleString('en')} with errors`] : []),
  ].join(', ');

const Header = ({ hasTemplate }: { hasTemplate: boolean }) => (
  <div className={classes.header}>
    <PageHeader
      title={title}
      leading={
        <IconButton
          label="Back to Products"
          icon={<IconArrowLeft size="1.125rem" />}
          to={routes.productList}
        />
      }
    >
      {hasTemplate && (
        <Button
          variant="default"
          leftSection={<IconFileDownload size="1rem" />}
          onClick={() => void saveTemplate()}
        >
          Download template
        </Button>
      )}
    </PageHeader>
  </div>
);

const ImportPage = ({ isRich, canTakeBack }: { isRich: boolean; canTakeBack: boolean }) => {
  const state = useImportStore();
  const { file, fileProblem, preview, mapping, corrections, run, outcome, failure, plainMessage } = state;
  const userId = useUserId();
  const host = { userId, isRich };
  const drop = useRef<{ focus: () => void }>(null);
  const isImporting = run?.kind === 'import';
  const isDone = plainMessage !== null || outcome?.report.isWritten === true;
  const isOutdated = outcome !== null && !isCurrent(state);
  const hasTyped = sentCorrections(corrections).length > 0;
  // Within the app nothing is lost: the import waits as it was left.
  useBeforeUnload((event) => {
    if (isImporting || (hasTyped && !isDone)) event.preventDefault();
  });
  const submit = async () => {
    await save(isRich);
    if (useImportStore.getState().fileProblem !== null) drop.current?.focus();
  };

  if (file && isDone) {
    return (
      <div className={classes.body}>
        <ResultSection
          fileName={file.name}
          report={outcome?.report ?? null}
          message={plainMessage}
          canTakeBack={canTakeBack}
          onAnother={() => resetImport(null)}
        />
      </div>
    );
  }
  return (
    <>
      <div className={classes.body}>
        <FormSection title="Spreadsheet">
          <Text c="dimmed">
            One row for each product, or one for each of its variants. Exports of Shopify are understood.
          </Text>
          <div className={classes.chosen}>
            <div className={classes.drop}>
              <FileDrop
                ref={drop}
                kind="spreadsheet"
                label="Spreadsheet"
                value={file}
                stored={null}
                progress={null}
                isInvalid={fileProblem !== null}
                isDisabled={isImporting}
                describedBy="import-file-problem"
                onChange={(chosen) => void takeFile(chosen, host)}
                onProblem={(problem) => changeImport({ fileProblem: problem })}
              />
              <Text id="import-file-problem" size="sm" c="error" mt={4} role="alert">
                {fileProblem}
              </Text>
            </div>
            {preview && preview.sheets.length > 1 && (
              <NativeSelect
                label="Sheet"
                value={preview.sheet}
                data={preview.sheets}
                disabled={isImporting || state.isReading}
                onChange={(event) => void chooseSheet(event.currentTarget.value, host)}
              />
            )}
          </div>
          {state.isReading && <Text role="status">Reading the first rows …</Text>}
        </FormSection>
        {preview && (
          <ColumnsSection
            preview={preview}
            mapping={mapping}
            canMap={isRich}
            isDisabled={run !== null}
            onMap={(column, field) => chooseField(column, field, userId)}
          />
        )}
        {preview && isRich && (
          <CheckSection
            report={outcome?.report ?? null}
            failure={failure}
            corrections={corrections}
            isOutdated={isOutdated}
            isRunning={run !== null}
          />
        )}
        {!isRich && failure !== null && (
          <Text c="error" role="alert">
            {failure}
          </Text>
        )}
      </div>
      <footer className={classes.footer}>
        {!run && outcome && !isOutdated && (
          <Text className={classes.summary} role="status">
            {summaryOf(outcome.report)}
          </Text>
        )}
        {run ? (
          <RunProgress run={run} />
        ) : (
          <Button variant="default" component={Link} to={routes.productList}>
            {texts.form.cancel}
          </Button>
        )}
        {isRich && preview && (
          <Button variant="default" disabled={run !== null} onClick={() => void runImport('check')}>
            Check again
          </Button>
        )}
        <Button data-brand disabled={run !== null || state.isReading} onClick={() => void submit()}>
          {isImporting ? 'Saving…' : texts.form.save}
        </Button>
      </footer>
    </>
  );
};

/** Imports products with their variants from a spreadsheet. */
export const ProductImport = () => {
  const can = useCan(product.name);
  const isRich = useCapability('import');
  const canTakeBack = useCapability('revertChange');
  return (
    <div className={classes.page}>
      <Header hasTemplate={isRich === true} />
      {!can('create') ? (
        <EmptyState
          icon={<IconLock size="1.75rem" stroke={1.5} />}
          title="Your role may not import products"
        />
      ) : (
        isRich !== undefined && <ImportPage isRich={isRich} canTakeBack={canTakeBack === true} />
      )}
    </div>
  );
};
