import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { texts } from '#shared/texts.ts';
import { FileUnavailableError, type LocalFile, platform } from '../../platform/index.ts';
import { messageOf } from '../../resource/errors.ts';
import { FormSection } from '../../resource/form/form-page.tsx';
import { showError, showSuccess } from '../../ui/toasts.tsx';
import { FileField } from './file-field.tsx';
import { refreshLists } from './import-actions.ts';
import { importBasic } from './import-client.ts';
import classes from './product-import.module.css';
import { ResultSection } from './result-section.tsx';

/** Imports the file unchanged, for servers that support only the specification. */
export const PlainImport = () => {
  const [file, setFile] = useState<LocalFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const drop = useRef<{ focus: () => void }>(null);
  const run = useMutation({
    mutationFn: importBasic,
    onSuccess: (message) => {
      showSuccess(message);
      return refreshLists();
    },
  });
  const take = (chosen: LocalFile | null) => {
    if (file) platform.files.release(file);
    setFile(chosen);
    setProblem(null);
    run.reset();
  };
  const showMissingFileError = (text: string) => {
    take(null);
    setProblem(text);
    showError(text);
    drop.current?.focus();
  };
  const save = () => {
    if (!file) return showMissingFileError(texts.product.importFileMissing);
    run.mutate(file, {
      onError: (error) =>
        error instanceof FileUnavailableError && showMissingFileError(texts.product.importFileMissingAgain),
    });
  };
  if (file && run.isSuccess) {
    return (
      <div className={classes.body}>
        <ResultSection fileName={file.name} message={run.data} onImportAnother={() => take(null)} />
      </div>
    );
  }
  return (
    <>
      <div className={classes.body}>
        <FormSection title="File">
          <FileField
            ref={drop}
            value={file}
            problem={problem}
            isDisabled={run.isPending}
            onChange={take}
            onProblem={setProblem}
          />
        </FormSection>
        {run.isError && (
          <Text c="error" role="alert">
            {messageOf(run.error)}
          </Text>
        )}
      </div>
      <footer className={classes.footer}>
        <Button variant="brand" disabled={run.isPending} onClick={save}>
          {run.isPending ? 'Importing…' : texts.form.save}
        </Button>
      </footer>
    </>
  );
};
