import { Box, Text } from '@mantine/core';
import type { ComponentProps } from 'react';
import { FileDrop } from '../../ui/file-drop.tsx';

export const FileField = ({
  problem,
  onProblem,
  ...drop
}: Pick<ComponentProps<typeof FileDrop>, 'ref' | 'value' | 'isDisabled' | 'onChange'> & {
  problem: string | null;
  onProblem: (problem: string) => void;
}) => (
  <Box flex={1} miw="18rem" maw="40rem">
    <FileDrop
      {...drop}
      kind="spreadsheet"
      label="Spreadsheet"
      stored={null}
      progress={null}
      isInvalid={problem !== null}
      describedBy="import-file-problem"
      onError={onProblem}
    />
    <Text id="import-file-problem" size="sm" c="error" mt={problem === null ? 0 : 4} role="alert">
      {problem}
    </Text>
  </Box>
);
