import { Button, UnstyledButton } from '@mantine/core';
import { IconDownload, IconPhotoPlus, IconTags } from '@tabler/icons-react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { fillPath } from '#shared/resource-kit/paths.ts';
import { type Asset, asset } from '#shared/resources/asset.ts';
import { reportError } from '../../resource-kit/errors.ts';
import { openAsset } from '../../resource-kit/library/asset-file.ts';
import { AssetCover, AssetGrid } from '../../resource-kit/library/asset-grid.tsx';
import { useCanAddPhotos, useDropPhotos } from '../../resource-kit/library/photo-drop.ts';
import { createListColumns } from '../../resource-kit/list/columns.tsx';
import { ListPage } from '../../resource-kit/list/list-page.tsx';
import { useCan } from '../../resource-kit/session-store.ts';
import { formatBytes } from '../../ui/format.ts';
import { usePageDrop } from '../../ui/use-page-drop.ts';
import { chooseFiles, dropFiles } from './add-files.ts';
import { describeFiles } from './describe-files.tsx';
import { downloadFiles } from './download-files.ts';
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
      selectionActions={(selected) => (
        <>
          {can('update') && (
            <Button size="compact-sm" leftSection={<IconTags size="1rem" />} onClick={() => describeFiles(selected)}>
              Describe…
            </Button>
          )}
          <Button
            size="compact-sm"
            leftSection={<IconDownload size="1rem" />}
            onClick={() => void downloadFiles(selected).catch(reportError)}
          >
            Download
          </Button>
        </>
      )}
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
