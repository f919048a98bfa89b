import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { texts } from '#shared/texts.ts';
import { FileUnavailableError, type LocalFile, platform } from '../../platform/index.ts';
import { send } from '../../resource-kit/client.ts';
import { getErrorMessage } from '../../resource-kit/errors.ts';
import formClasses from '../../resource-kit/form/form-page.module.css';
import { FormSection } from '../../resource-kit/form/form-page.tsx';
import { showError, showSuccess } from '../../ui/toasts.tsx';
import { FileField } from './file-section.tsx';
import { refreshLists } from './import-actions.ts';
import classes from './product-import.module.css';
import { ResultSection } from './result-section.tsx';

const basicResponseSchema = z.object({ success: z.boolean().optional(), message: z.string().optional() }).catch({});

/** Imports the file unchanged, as specified. Returns the server's message, which may be empty. */
export const importBasic = async (file: LocalFile): Promise<string> => {
  const response = await send({ method: 'POST', path: '/product/upload-csv', encoding: 'form', body: { excel: file } });
  const { success, message = '' } = basicResponseSchema.parse(response);
  if (success === false) throw new Error(message || `Couldn’t import ${file.name}`);
  return message;
};

/** Imports the file unchanged, for servers that support only the specification. */
export const BasicImport = () => {
  const [file, setFile] = useState<LocalFile | null>(null);
  const [error, setError] = useState<string | null>(null);
  const dropRef = useRef<{ focus: () => void }>(null);
  const importFile = useMutation({
    mutationFn: importBasic,
    onSuccess: (message) => {
      showSuccess(message);
      return refreshLists();
    },
  });
  const selectFile = (selected: LocalFile | null) => {
    if (file) platform.files.release(file);
    setFile(selected);
    setError(null);
    importFile.reset();
  };
  const showMissingFileError = (message: string) => {
    selectFile(null);
    setError(message);
    showError(message);
    dropRef.current?.focus();
  };
  const save = () => {
    if (!file) return showMissingFileError(texts.product.importFileMissing);
    importFile.mutate(file, {
      onError: (cause) =>
        cause instanceof FileUnavailableError && showMissingFileError(texts.product.importFileMissingAgain),
    });
  };
  if (file && importFile.isSuccess) {
    return (
      <div className={`${formClasses.body} ${classes.body}`}>
        <ResultSection fileName={file.name} message={importFile.data} onImportAnother={() => selectFile(null)} />
      </div>
    );
  }
  return (
    <>
      <div className={`${formClasses.body} ${classes.body}`}>
        <FormSection title="File">
          <FileField
            ref={dropRef}
            value={file}
            error={error}
            isDisabled={importFile.isPending}
            onChange={selectFile}
            onError={setError}
          />
        </FormSection>
        {importFile.isError && (
          <Text c="var(--bo-danger)" role="alert">
            {getErrorMessage(importFile.error)}
          </Text>
        )}
      </div>
      <Group component="footer" justify="flex-end" className={formClasses.footer}>
        <Button variant="brand" disabled={importFile.isPending} onClick={save}>
          {importFile.isPending ? 'Importing…' : texts.form.save}
        </Button>
      </Group>
    </>
  );
};
