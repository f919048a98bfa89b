import { Box, Text } from '@mantine/core';
import type { ComponentProps } from 'react';
import { texts } from '#shared/texts.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { hideError } from '../../ui/toasts.tsx';

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
