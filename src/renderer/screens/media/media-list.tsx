import { Button, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { IconPhotoPlus, IconTags } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { formatCountInSentence } from '#shared/resource-kit/labels.ts';
import { fillPath } from '#shared/resource-kit/paths.ts';
import { type Asset, asset } from '#shared/resources/asset.ts';
import type { SelectedRecords } from '../../resource-kit/bulk/bulk-bar.tsx';
import { applyBulkChange, revertBulkChange } from '../../resource-kit/bulk/bulk-client.ts';
import { reportError } from '../../resource-kit/errors.ts';
import { openAsset } from '../../resource-kit/library/asset-file.ts';
import { AssetCover, AssetGrid } from '../../resource-kit/library/asset-grid.tsx';
import { useCanAddPhotos, useDropPhotos } from '../../resource-kit/library/photo-drop.ts';
import { createListColumns } from '../../resource-kit/list/columns.tsx';
import { ListPage } from '../../resource-kit/list/list-page.tsx';
import { invalidateResource } from '../../resource-kit/query-client.ts';
import { useCan } from '../../resource-kit/session-store.ts';
import { formatBytes } from '../../ui/format.ts';
import { openDialog } from '../../ui/modals.ts';
import { showInfo, showSuccessWithUndo } from '../../ui/toasts.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { usePageDrop } from '../../ui/use-page-drop.ts';
import { chooseFiles, dropFiles } from './add-files.ts';
import classes from './media.module.css';

const column = createListColumns(asset);

const columns = [
  column.rowNumber(),
  {
    id: 'file',
    header: 'File',
    width: '4.75rem',
    cell: (shown: Asset) => (
      <UnstyledButton className={classes.thumbnail} aria-label={`Open ${shown.name}`} onClick={() => openAsset(shown)}>
        <AssetCover shown={shown} width={40} />
      </UnstyledButton>
    ),
  },
  column.field('name', { width: '24%' }),
  column.field('alt'),
  column.field('tags', { width: '14%' }),
  {
    id: 'size',
    header: 'Size',
    width: '6rem',
    sortName: 'size',
    isNumeric: true,
    cell: ({ size }: Asset) => (typeof size === 'number' ? formatBytes(size) : ''),
  },
  {
    id: 'useCount',
    header: 'Used by',
    width: '5.5rem',
    isNumeric: true,
    cell: ({ useCount = 0 }: Asset) => useCount.toLocaleString('en'),
  },
  { ...column.timestamp('createdAt'), header: 'Added', isHiddenByDefault: 'narrow' as const },
  column.actions(),
];

const undoTags = async (changeId: string) => {
  try {
    showInfo(await revertBulkChange(changeId));
    await invalidateResource(asset.name);
  } catch (error) {
    reportError(error);
  }
};

const TagsDialog = ({ selected, onClose }: { selected: SelectedRecords; onClose: () => void }) => {
  const [addTags, setAddTags] = useState('');
  const [removeTags, setRemoveTags] = useState('');
  const [isBusy, track] = useBusy();
  const save = async () => {
    const { target } = await selected.countTarget();
    const change = { action: 'update', values: { addTags, removeTags } } as const;
    const { message, changeId } = await applyBulkChange({ resource: asset, change, target, isPartial: false });
    if (changeId) showSuccessWithUndo(message, () => void undoTags(changeId));
    else showInfo(message);
    selected.onDone();
    onClose();
    await invalidateResource(asset.name);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void track(save().catch(reportError));
      }}
    >
      <Stack>
        <TextInput
          data-autofocus
          label="Tags to add"
          description="Separated by commas"
          value={addTags}
          onChange={({ currentTarget: { value } }) => setAddTags(value)}
        />
        <TextInput
          label="Tags to remove"
          value={removeTags}
          onChange={({ currentTarget: { value } }) => setRemoveTags(value)}
        />
        <Button
          type="submit"
          variant="brand"
          ms="auto"
          loading={isBusy}
          disabled={!addTags.trim() && !removeTags.trim()}
        >
          Change tags
        </Button>
      </Stack>
    </form>
  );
};

const editTags = (selected: SelectedRecords): void =>
  openDialog({
    title: `Change tags of ${formatCountInSentence(selected.count, asset)}`,
    render: (close) => <TagsDialog selected={selected} onClose={close} />,
  });

/** More files at once come from a photo shoot, whose images belong to products. */
const maxSingleFiles = 20;

const isPhotoShoot = ({ items, files }: DataTransfer): boolean =>
  files.length > maxSingleFiles ||
  [...items].some((item) => item.webkitGetAsEntry()?.isDirectory) ||
  [...files].some(({ name }) => /\.zip$/i.test(name));

export const MediaList = () => {
  const navigate = useNavigate();
  const can = useCan(asset.name);
  const canAddPhotos = useCanAddPhotos();
  const dropPhotos = useDropPhotos();
  const { pathname, search } = useLocation();
  usePageDrop((data) => {
    if (canAddPhotos && isPhotoShoot(data)) dropPhotos(data);
    else void dropFiles([...data.files]).catch(reportError);
  });
  const open = ({ _id }: Asset) =>
    void navigate(fillPath(asset.paths.view, { id: _id }), { state: { listPath: pathname + search } });
  return (
    <ListPage
      resource={asset}
      title="Media"
      columns={columns}
      add={() => void chooseFiles().catch(reportError)}
      addLabel="Add files"
      headerActions={
        canAddPhotos && (
          <Button component={Link} to={asset.paths.import} leftSection={<IconPhotoPlus size="1rem" />}>
            Add images to products
          </Button>
        )
      }
      emptyText="No files yet"
      selectionActions={(selected) =>
        can('update') && (
          <Button size="compact-sm" leftSection={<IconTags size="1rem" />} onClick={() => editTags(selected)}>
            Tags…
          </Button>
        )
      }
      tiles={({ params, selection, placeholder }) => (
        <AssetGrid
          key={JSON.stringify([params.query, params.sort, params.filters])}
          label="Media"
          params={params}
          selection={selection}
          onOpen={open}
        >
          {placeholder}
        </AssetGrid>
      )}
    />
  );
};
