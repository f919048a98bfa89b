import { Box, Text } from '@mantine/core';
import type { Ref } from 'react';
import type { LocalFile } from '../../platform/index.ts';
import { FileDrop } from '../../ui/file-drop.tsx';

export const FileField = ({
  ref,
  file,
  problem,
  isDisabled,
  onChange,
  onProblem,
}: {
  ref: Ref<{ focus: () => void }>;
  file: LocalFile | null;
  problem: string | null;
  isDisabled: boolean;
  onChange: (file: LocalFile | null) => void;
  onProblem: (problem: string) => void;
}) => (
  <Box flex={1} miw="18rem" maw="40rem">
    <FileDrop
      ref={ref}
      kind="spreadsheet"
      label="Spreadsheet"
      value={file}
      stored={null}
      progress={null}
      isInvalid={problem !== null}
      isDisabled={isDisabled}
      describedBy="import-file-problem"
      onChange={onChange}
      onError={onProblem}
    />
    <Text id="import-file-problem" size="sm" c="error" mt={problem === null ? 0 : 4} role="alert">
      {problem}
    </Text>
  </Box>
);
