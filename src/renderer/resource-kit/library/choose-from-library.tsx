import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPhotoSearch, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { type Asset, asset } from '#shared/resources/asset.ts';
import type { AcceptedKind } from '#shared/uploads.ts';
import { openDialog } from '../../ui/modals.ts';
import { useSelection } from '../../ui/selection.ts';
import { EmptyState } from '../../ui/states.tsx';
import { reportError } from '../errors.ts';
import { recordQuery } from '../hooks.ts';
import { queryClient } from '../query-client.ts';
import { useIsFullServer } from '../server-level.ts';
import { useCan } from '../session-store.ts';
import { rememberAsset } from './asset-file.ts';
import { AssetGrid } from './asset-grid.tsx';

type Choice = {
  kind: AcceptedKind;
  isMultiple?: boolean;
  onChoose: (chosen: readonly Asset[]) => void;
};

const typingDelay = 200;

const LibraryDialog = ({ kind, isMultiple = false, onChoose, onClose }: Choice & { onClose: () => void }) => {
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text.trim(), typingDelay);
  const filters: Record<string, string> = kind === 'media' ? {} : { type: kind };
  // Files that were found by several searches are chosen together.
  const selection = useSelection({ query: '', filters });
  const { titlesById } = useStore(selection);
  const choose = (chosen: readonly Asset[]) => {
    for (const each of chosen) rememberAsset(each);
    onClose();
    onChoose(chosen);
  };
  const chooseSelected = async () => {
    const ids = [...titlesById.keys()];
    choose(await Promise.all(ids.map((id) => queryClient.fetchQuery(recordQuery(asset, id)))));
  };
  return (
    <Stack gap="sm">
      <TextInput
        type="search"
        data-autofocus
        aria-label="Search the library"
        placeholder="Name, alternative text, tag or product"
        leftSection={<IconSearch size="1rem" aria-hidden />}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <AssetGrid
        key={query}
        label="Files of the library"
        params={{ query, sort: null, filters }}
        selection={isMultiple ? selection : undefined}
        areClicksSelecting={isMultiple}
        onOpen={(opened) => choose([opened])}
      >
        <EmptyState icon={IconPhotoSearch} title={query ? 'No files match your search' : 'No files of this type yet'} />
      </AssetGrid>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {isMultiple ? 'Click files to select them.' : 'Click a file to use it.'} Space shows it large.
        </Text>
        {isMultiple && (
          <Button
            variant="brand"
            disabled={titlesById.size === 0}
            onClick={() => void chooseSelected().catch(reportError)}
          >
            {`Use ${formatCount(titlesById.size, 'file')}`}
          </Button>
        )}
      </Group>
    </Stack>
  );
};

/** Opens the library to choose a file from. */
export const openLibrary = (choice: Choice): void =>
  openDialog({
    title: 'Choose from library',
    size: '72rem',
    render: (close) => <LibraryDialog {...choice} onClose={close} />,
  });

/** Whether the server has a library that the user may see. */
export const useHasLibrary = (): boolean => {
  const isFull = useIsFullServer() === true;
  return useCan(asset.name)('read') && isFull;
};
