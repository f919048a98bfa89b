import { Button, Card, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { IconCopy, IconCrop, IconDownload, IconReplace } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { type Asset, asset } from '#shared/resources/asset.ts';
import { kindOfFile } from '#shared/uploads.ts';
import { uploadPath } from '#shared/urls.ts';
import type { ReplaceResult } from '#shared/used-by.ts';
import { showBulkResult } from '../../resource-kit/bulk/bulk-change.tsx';
import { FileUses } from '../../resource-kit/kinds/file-uses.tsx';
import { describeAsset, getAssetUrl, openAsset } from '../../resource-kit/library/asset-file.ts';
import { AssetCover } from '../../resource-kit/library/asset-grid.tsx';
import { openLibrary } from '../../resource-kit/library/choose-from-library.tsx';
import { requestChange } from '../../resource-kit/long-change.ts';
import { refetchAll } from '../../resource-kit/query-client.ts';
import { getListPath } from '../../resource-kit/record-paths.ts';
import { useCan } from '../../resource-kit/session-store.ts';
import { ViewPage } from '../../resource-kit/view-page.tsx';
import { openDialog } from '../../ui/modals.ts';
import { showInfo } from '../../ui/toasts.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import classes from './media.module.css';
import { reportFailure } from './report-failure.ts';

const replace = (from: Asset, to: Asset, isDryRun: boolean): Promise<ReplaceResult> =>
  requestChange('POST', `/asset/replaceById/${encodeURIComponent(from._id)}`, {
    title: `Replacing “${from.name}”…`,
    body: { replacementId: to._id, dryRun: isDryRun },
  });

const Preview = ({ shown }: { shown: Asset }) => (
  <figure className={classes.preview}>
    <span className={classes.cover}>
      <AssetCover shown={shown} />
    </span>
    <figcaption>{shown.name}</figcaption>
  </figure>
);

type Replacement = { from: Asset; to: Asset; changed: number };

const ReplaceDialog = ({ from, to, changed, onClose }: Replacement & { onClose: () => void }) => {
  const [isRunning, track] = useBusy();
  const run = async () => {
    try {
      showBulkResult(await replace(from, to, false), refetchAll);
    } catch (error) {
      reportFailure(error, `“${from.name}” can’t be replaced`);
    }
    onClose();
    await refetchAll();
  };
  return (
    <>
      <div className={classes.pair}>
        <Preview shown={from} />
        <Preview shown={to} />
      </div>
      <Text>
        {`${formatCount(changed, 'item')} will use the second file${to.alt ? ' with its alternative text' : ''}. The first one stays in the library.`}
      </Text>
      <FileUses isOpenAtFirst file={String(from.file)} label="Items to change" recordId={undefined} />
      <Group justify="flex-end" mt="md">
        <Button data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button variant="brand" loading={isRunning} onClick={() => void track(run())}>
          Replace
        </Button>
      </Group>
    </>
  );
};

const chooseReplacement = (from: Asset): void =>
  openLibrary({
    kind: kindOfFile(String(from.file)) ?? 'media',
    onChoose: ([to]) => {
      if (!to) return;
      if (to._id === from._id) return showInfo('Choose another file');
      replace(from, to, true).then(
        ({ changed }) =>
          openDialog({
            title: `Replace “${from.name}” in ${formatCount(changed, 'item')}?`,
            size: 'lg',
            render: (close) => <ReplaceDialog from={from} to={to} changed={changed} onClose={close} />,
          }),
        (error: unknown) => reportFailure(error, `“${from.name}” can’t be replaced`),
      );
    },
  });

const Uses = ({ used }: { used: Asset }) => {
  const can = useCan(asset.name);
  const isUsed = (used.useCount ?? 0) > 0;
  return (
    <Card mt="md">
      <section aria-label="Used by">
        <Group justify="space-between">
          <Title order={2}>Used by</Title>
          {isUsed && can('update') && (
            <Button leftSection={<IconReplace size="1rem" />} onClick={() => chooseReplacement(used)}>
              Replace everywhere…
            </Button>
          )}
        </Group>
        {isUsed ? (
          <FileUses isOpenAtFirst file={String(used.file)} label="Used by" recordId={undefined} />
        ) : (
          <Text c="dimmed" mt="xs">
            Nothing uses this file yet
          </Text>
        )}
      </section>
    </Card>
  );
};

const Download = ({ href, label }: { href: string; label: string }) => (
  <Button
    component="a"
    href={href}
    download
    variant="subtle"
    size="compact-sm"
    leftSection={<IconDownload size="1rem" />}
  >
    {label}
  </Button>
);

const openEditor = async (shown: Asset): Promise<void> => (await import('./edit-image.tsx')).openImageEditor(shown);

const FileOfAsset = ({ shown }: { shown: Asset }) => {
  const can = useCan(asset.name);
  const { similarCount = 0 } = shown;
  const similarPath = similarCount > 0 && getListPath(asset, { similarTo: shown._id });
  return (
    <div className={classes.file}>
      <UnstyledButton className={classes.cover} aria-label={`Open ${shown.name}`} onClick={() => openAsset(shown)}>
        <AssetCover shown={shown} width={480} />
      </UnstyledButton>
      <Text size="xs" c="dimmed" mt={6} className="bo-tabular">
        {[describeAsset(shown), shown.uploadedByName && `added by ${shown.uploadedByName}`].filter(Boolean).join(' · ')}
      </Text>
      <Group gap="xs" mt={4}>
        {can('update') && kindOfFile(String(shown.file)) === 'image' && (
          <Button size="compact-sm" leftSection={<IconCrop size="1rem" />} onClick={() => void openEditor(shown)}>
            Edit image…
          </Button>
        )}
        {similarPath && (
          <Button component={Link} to={similarPath} size="compact-sm" leftSection={<IconCopy size="1rem" />}>
            {`Compare with ${formatCount(similarCount, 'similar image')}`}
          </Button>
        )}
        <Download href={getAssetUrl(shown)} label="Download" />
        {shown.original && (
          <Download href={uploadPath(String(shown.original), shown.files?.original?.name)} label="Download original" />
        )}
      </Group>
    </div>
  );
};

export const MediaView = () => (
  <ViewPage
    resource={asset}
    values={[
      'name',
      'alt',
      'tags',
      'caption',
      { name: 'file', render: (record) => <FileOfAsset shown={record as Asset} /> },
    ]}
  >
    {(record) => <Uses used={record as Asset} />}
  </ViewPage>
);
