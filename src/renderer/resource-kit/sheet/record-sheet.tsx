import { Button, Stack, Text } from '@mantine/core';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { getResourceIcon } from '../declared-screens.ts';
import { QueryError } from '../query-error.tsx';
import { type RecordSheetProps, SheetEditor } from './sheet-editor.tsx';
import { maxSheetRows, useSheetRecords } from './use-sheet-records.ts';

/** The records of a list as a sheet, whose cells can be edited and are saved together. */
export const RecordSheet = (props: RecordSheetProps) => {
  const { resource, params, onClose } = props;
  const { loaded, progress, error, reload } = useSheetRecords(resource, params);
  const label = inSentence(resource.labelPlural);
  if (error !== null && !loaded) return <QueryError query={{ error, refetch: reload }} />;
  if (!loaded) {
    const text = progress
      ? `Loading ${progress.loaded.toLocaleString('en')} of ${progress.total.toLocaleString('en')}`
      : 'Loading';
    const value = progress && progress.total > 0 ? progress.loaded / progress.total : null;
    return (
      <Stack p="xl" gap="xs" maw="24rem" mx="auto" w="100%">
        <ProgressBar label={`Loading ${label}`} text={text} value={value} />
      </Stack>
    );
  }
  if (loaded.records.length === 0) {
    return (
      <EmptyState
        icon={getResourceIcon(resource.name)}
        title={`No ${label} to edit`}
        action={<Button onClick={onClose}>Back to the list</Button>}
      />
    );
  }
  return (
    <>
      {loaded.total > maxSheetRows && (
        <Text size="sm" px="md" py="xs">
          {`The sheet shows the first ${maxSheetRows.toLocaleString('en')} of ${loaded.total.toLocaleString('en')} ${label}. Filter the list to edit others.`}
        </Text>
      )}
      <SheetEditor {...props} loaded={loaded.records} onReload={reload} />
    </>
  );
};
