import { Button, Card, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconFolderOpen, IconPhotoPlus, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { asset } from '#shared/resources/asset.ts';
import { platform } from '../../../platform/index.ts';
import { reportError } from '../../../resource-kit/errors.ts';
import {
  discardShoot,
  getPlaces,
  type PlacedPhoto,
  readStoredShoot,
  type Shoot,
  updatePhoto,
  usePhotoShoot,
} from '../../../resource-kit/library/photo-shoot.ts';
import { continueShoot, pauseShoot, retryFailed, startShoot } from '../../../resource-kit/library/photo-upload.ts';
import { openConfirm } from '../../../ui/confirm.tsx';
import { formatBytes } from '../../../ui/format.ts';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PaginationBar } from '../../../ui/pagination-bar.tsx';
import { PlainTable } from '../../../ui/plain-table.tsx';
import { formatUploadProgress, ProgressBar } from '../../../ui/progress-bar.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useBusy } from '../../../ui/use-busy.ts';
import { usePageDrop } from '../../../ui/use-page-drop.ts';
import { importPhotos } from './import-photos.ts';
import { PhotoRow } from './photo-row.tsx';
import classes from './photo-shoot.module.css';

const start = (dropped: DataTransfer | readonly File[]) =>
  void startShoot(platform.sources.collect(dropped)).catch(reportError);

const ChooseButtons = () => (
  <Group gap="xs">
    <FileButton multiple accept="image/*,.zip" onChange={start}>
      {(props) => (
        <Button {...props} leftSection={<IconPhotoPlus size="1rem" />}>
          Choose images or a ZIP
        </Button>
      )}
    </FileButton>
    <FileButton multiple onChange={start} inputProps={{ webkitdirectory: '' } as object}>
      {(props) => (
        <Button {...props} leftSection={<IconFolderOpen size="1rem" />}>
          Choose a folder
        </Button>
      )}
    </FileButton>
  </Group>
);

const sumSizes = (photos: Shoot['photos']): number => photos.reduce((total, { source }) => total + source.size, 0);

const Progress = ({ shoot }: { shoot: Shoot }) => {
  const { photos, isPaused, sentBytes, sentTime } = shoot;
  const left = photos.filter(({ state }) => state === 'waiting' || state === 'sending');
  const unmatched = photos.filter(({ state, match }) => state === 'stored' && !match).length;
  if (left.length === 0 && unmatched === 0) return null;
  const stored = photos.length - left.length;
  const seconds = sentTime / 1000;
  const totalBytes = sentBytes + sumSizes(left);
  const speed = seconds > 0 ? ` · ${formatBytes(sentBytes / seconds)}/s` : '';
  const progress = formatUploadProgress({ fraction: totalBytes > 0 ? sentBytes / totalBytes : 1, totalBytes, seconds });
  const counted = `${stored.toLocaleString('en')} of ${formatCount(photos.length, 'image')}`;
  const text =
    left.length === 0 ? 'Matching images…' : isPaused ? `Paused · ${counted}` : `${progress}${speed} · ${counted}`;
  return (
    <Group align="end">
      <Stack gap={4} flex="1 1 20rem">
        <ProgressBar label="Uploading images" text={text} value={stored / photos.length} />
      </Stack>
      {left.length > 0 && (
        <Button
          leftSection={isPaused ? <IconPlayerPlay size="1rem" /> : <IconPlayerPause size="1rem" />}
          onClick={isPaused ? continueShoot : pauseShoot}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      )}
    </Group>
  );
};

const Failures = ({ photos }: Pick<Shoot, 'photos'>) => {
  const failed = photos.filter(({ state }) => state === 'failed');
  if (failed.length === 0) return null;
  return (
    <InlineAlert title={`${formatCount(failed.length, 'image')} couldn’t be uploaded`}>
      <ul className={classes.failures} tabIndex={0} aria-label="Images that couldn’t be uploaded">
        {failed.map(({ source, note }) => (
          <li key={source.id}>{note}</li>
        ))}
      </ul>
      <Button mt="xs" size="xs" leftSection={<IconRefresh size="0.875rem" />} onClick={retryFailed}>
        Try again
      </Button>
    </InlineAlert>
  );
};

const isToCheck = ({ match, place }: PlacedPhoto): boolean =>
  !match.isSure || place.replaces !== null || place.problem !== null;

const views = {
  all: { label: 'All', has: () => true },
  check: { label: 'To check', has: isToCheck },
  chosen: { label: 'Selected', has: ({ place }: PlacedPhoto) => place.isChosen },
} as const;

type View = keyof typeof views;

const Review = ({ placed }: { placed: readonly PlacedPhoto[] }) => {
  const [view, setView] = useState<View>('all');
  const [page, setPage] = useState({ pageIndex: 0, pageSize: 50 });
  const shown = placed.filter(views[view].has);
  const pageIndex = Math.min(page.pageIndex, Math.max(0, Math.ceil(shown.length / page.pageSize) - 1));
  const rows = shown.slice(pageIndex * page.pageSize, (pageIndex + 1) * page.pageSize);
  const selectable = shown.filter(
    ({ match, place }) => match.targets.length > 0 && place.problem === null && !place.isChosen,
  );
  return (
    <Card p={0}>
      <Group p="sm" gap="xs">
        {Object.entries(views).map(([name, { label, has }]) => (
          <Button
            key={name}
            size="xs"
            variant={name === view ? 'light' : 'default'}
            aria-pressed={name === view}
            onClick={() => setView(name as View)}
          >
            {`${label} ${placed.filter(has).length.toLocaleString('en')}`}
          </Button>
        ))}
        {selectable.length > 0 && view === 'check' && (
          <Button
            size="xs"
            ms="auto"
            onClick={() => {
              for (const { source } of selectable) updatePhoto(source.id, { isChosen: true });
            }}
          >
            {`Select the proposed ${selectable.length.toLocaleString('en')}`}
          </Button>
        )}
      </Group>
      <PlainTable
        label="Images and their products"
        className={classes.table}
        columns={[
          { title: 'Add', className: classes.check },
          { title: 'Image', className: classes.picture },
          'File',
          { title: 'SKU', className: classes.sku },
          'Product',
          { title: 'Place', className: classes.place },
        ]}
      >
        {rows.map((photo) => (
          <PhotoRow key={photo.source.id} photo={photo} />
        ))}
      </PlainTable>
      <PaginationBar
        page={{ ...page, pageIndex }}
        total={shown.length}
        isLoading={false}
        onChange={(change) => setPage((current) => ({ ...current, ...change }))}
      />
    </Card>
  );
};

/** Counts the files that aren't in the list to upload. */
const describeFiles = ({ resumed, skipped }: Shoot): string =>
  [
    resumed > 0 && `${formatCount(resumed, 'image')} uploaded earlier, not sent again`,
    skipped > 0 && `${formatCount(skipped, 'other file')} skipped`,
  ]
    .filter(Boolean)
    .join(' · ');

const describeInterrupted = (): string | undefined => {
  const stored = readStoredShoot();
  if (!stored) return undefined;
  const count = Object.keys(stored.assets).length.toLocaleString('en');
  return `An upload was interrupted after ${count} of ${formatCount(stored.total, 'image')}. Choose the same files again to continue.`;
};

/** Uploads the images of a photo shoot, proposes their products, and adds them as one change. */
export const PhotoShoot = () => {
  const shoot = useStore(usePhotoShoot);
  const [isImporting, track] = useBusy();
  usePageDrop(start);
  const { photos } = shoot;
  const placed = getPlaces(photos);
  const chosen = placed.filter(({ place }) => place.isChosen);
  const discard = async () => {
    const isConfirmed = await openConfirm({
      title: 'Discard this list?',
      message: 'Uploaded images stay in the library.',
      confirmLabel: 'Discard',
      isDestructive: true,
    });
    if (!isConfirmed) return;
    pauseShoot();
    discardShoot();
  };
  const notes = describeFiles(shoot);
  return (
    <Stack gap="md" className={classes.page}>
      <PageHeader
        title="Add images to products"
        windowTitle={['Add images to products', asset.labelPlural]}
        breadcrumb={[{ label: 'Media', to: asset.paths.list }]}
      >
        {photos.length > 0 && (
          <>
            <Button onClick={() => void discard()}>Discard</Button>
            <Button
              variant="brand"
              loading={isImporting}
              disabled={chosen.length === 0}
              onClick={() => void track(importPhotos(chosen))}
            >
              {chosen.length > 0 ? `Add ${formatCount(chosen.length, 'image')}` : 'Add images'}
            </Button>
          </>
        )}
      </PageHeader>
      {photos.length === 0 ? (
        <Card>
          <EmptyState
            icon={IconPhotoPlus}
            title="Drop a folder, images or a ZIP here"
            text={
              describeInterrupted() ??
              'Each image is matched with its product by the SKU in its name, a barcode in it, or similar images. You check the list before anything is added.'
            }
            action={<ChooseButtons />}
          />
        </Card>
      ) : (
        <>
          <Progress shoot={shoot} />
          {notes && <Text c="dimmed">{notes}</Text>}
          <Failures photos={photos} />
          {placed.length > 0 && <Review placed={placed} />}
        </>
      )}
    </Stack>
  );
};
