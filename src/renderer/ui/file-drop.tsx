import { Button, Center, Group, Progress, Stack, Text, UnstyledButton } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import {
  IconBadgeCc,
  IconFileSpreadsheet,
  IconFileTypePdf,
  IconMovie,
  IconPhoto,
  IconPhotoSearch,
  IconReplace,
  IconTrash,
} from '@tabler/icons-react';
import { type ClipboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { formatList } from '#shared/resource-kit/labels.ts';
import { kindOfFile, type PickableKind, typeLabelsOf } from '#shared/uploads.ts';
import { type LocalFile, platform } from '../platform/index.ts';
import classes from './file-drop.module.css';
import { formatBytes } from './format.ts';
import { FilePreview } from './media.tsx';
import { readWebFiles, trackPendingFiles } from './pending-files.ts';
import { useBusy } from './use-busy.ts';

const kinds: Record<PickableKind, { Icon: typeof IconPhoto; noun: string }> = {
  image: { Icon: IconPhoto, noun: 'an image' },
  pdf: { Icon: IconFileTypePdf, noun: 'a PDF' },
  video: { Icon: IconMovie, noun: 'a video' },
  captions: { Icon: IconBadgeCc, noun: 'a captions file' },
  media: { Icon: IconPhoto, noun: 'a file' },
  spreadsheet: { Icon: IconFileSpreadsheet, noun: 'a spreadsheet' },
};
// Files that are read or played elsewhere have no preview.
const kindsWithoutPreview: readonly PickableKind[] = ['captions', 'spreadsheet'];

type Dimensions = { width: number; height: number };

/** `size` and `dimensions` are null if the server doesn't return them. */
export type StoredFile = {
  name: string;
  url: string;
  size: number | null;
  dimensions: Dimensions | null;
};

/** Type, dimensions and size, such as "PNG · 1,600 × 900 · 84 KB"; unknown parts are left out. */
const describeFile = ({ name, size, dimensions }: Omit<StoredFile, 'url'>, status: string | false): string =>
  [
    /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase(),
    dimensions && `${dimensions.width.toLocaleString('en')} × ${dimensions.height.toLocaleString('en')}`,
    size !== null && formatBytes(size),
    status,
  ]
    .filter(Boolean)
    .join(' · ');

// Returns a dropped folder as one item, which is rejected by name, instead of all files in it.
const getFilesFromEvent = async (event: unknown): Promise<(File | DataTransferItem)[]> => {
  if (!(event instanceof Object && 'dataTransfer' in event)) return [];
  const { dataTransfer, type } = event as DragEvent;
  // During a drag, browsers reveal only the types of the items.
  return [...((type === 'drop' ? dataTransfer?.files : dataTransfer?.items) ?? [])];
};

type Results = Awaited<ReturnType<typeof platform.files.pick>>;

/** File input for click, keyboard, paste and drag and drop. Shows the selected file with Replace and Remove. */
export const FileDrop = ({
  kind,
  label,
  fileLabel = label,
  captionsUrl,
  value,
  storedFile,
  progress,
  isInvalid = false,
  isDisabled = false,
  describedBy,
  labelId,
  onChange,
  onMultiple,
  onError,
  onLibrary,
  ref,
}: {
  kind: PickableKind;
  label: string;
  /** Names the file itself, including its record. */
  fileLabel?: string;
  captionsUrl?: string;
  value: LocalFile | null;
  storedFile: StoredFile | null;
  /** Uploaded fraction from 0 to 1; null without an upload. */
  progress: number | null;
  isInvalid?: boolean;
  isDisabled?: boolean;
  describedBy?: string;
  labelId?: string;
  onChange: (file: LocalFile | null) => void;
  /** Handles several files added at once; returns whether it accepted all. Without it, only one file is accepted. */
  onMultiple?: ((results: Results) => boolean) | undefined;
  onError: (message: string) => void;
  /** Chooses a stored file instead, if there are any. */
  onLibrary?: (() => void) | undefined;
  ref?: Ref<{ focus: () => void }>;
}) => {
  const button = useRef<HTMLButtonElement>(null);
  const [isBusy, track] = useBusy();
  const [measured, setMeasured] = useState<{ url: string; dimensions: Dimensions }>();
  useImperativeHandle(ref, () => ({ focus: () => button.current?.focus() }), []);

  const hasFile = Boolean(value ?? storedFile);
  const isChangedByUser = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when Choose is replaced by Replace and Remove, or vice versa
  useLayoutEffect(() => {
    if (isChangedByUser.current && document.activeElement === document.body) button.current?.focus();
    isChangedByUser.current = false;
  }, [hasFile]);
  const change = (file: LocalFile | null) => {
    isChangedByUser.current = true;
    onChange(file);
  };

  const handleResults = async (pendingResults: Promise<Results>): Promise<boolean> => {
    try {
      const results = await pendingResults;
      const [result] = results;
      if (!result) return true;
      if (results.length > 1 && onMultiple) return onMultiple(results);
      if ('error' in result) onError(result.error);
      else change(result.file);
      return 'file' in result;
    } catch {
      onError('Couldn’t read the file. Try again.');
      return false;
    }
  };
  const trackResults = (results: Promise<Results>) =>
    void trackPendingFiles(track(handleResults(results)), (isAccepted) => isAccepted);
  const chooseFiles = (isMultiple: boolean) => trackResults(platform.files.pick({ kind, isMultiple }));
  const drop = (files: File[]) => {
    if (files.length > 1 && !onMultiple) onError('Drop one file at a time');
    else trackResults(platform.files.add({ kind, files }));
  };
  const isInactive = isDisabled || isBusy;
  const dropFromWeb = (data: DataTransfer) => {
    const files = isInactive ? [] : readWebFiles(data, onError);
    if (files.length > 0) drop(files);
  };
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) dropFromWeb(event.clipboardData);
    else if (!isInactive) {
      event.preventDefault();
      drop(files);
    }
  };

  const libraryButton = onLibrary && (
    <Button
      variant="subtle"
      size="xs"
      leftSection={<IconPhotoSearch size="1rem" />}
      disabled={isDisabled}
      aria-describedby={labelId}
      onClick={() => {
        isChangedByUser.current = true;
        onLibrary();
      }}
    >
      Choose from library
    </Button>
  );
  const { Icon, noun } = kinds[kind];
  const currentFile: StoredFile | null = value
    ? { name: value.name, url: value.previewUrl, size: value.size, dimensions: null }
    : storedFile;
  const shownKind = kind === 'media' ? (kindOfFile(currentFile?.name ?? '') ?? kind) : kind;
  const known = currentFile?.dimensions ?? null;
  const dimensions = known ?? (measured?.url === currentFile?.url ? measured?.dimensions : null) ?? null;
  // Spreadsheets are read, never saved.
  const isUnsaved = value !== null && kind !== 'spreadsheet';
  return (
    <Dropzone
      onDrop={drop}
      onDropCapture={(event) => dropFromWeb(event.dataTransfer)}
      onPaste={paste}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      getFilesFromEvent={getFilesFromEvent}
      disabled={isInactive}
      inputProps={{ 'aria-hidden': true, tabIndex: -1 }}
      tabIndex={-1}
      className={classes.dropzone}
      data-invalid={isInvalid || undefined}
      data-filled={currentFile ? true : undefined}
    >
      {currentFile ? (
        <div className={classes.filled} data-kind={shownKind}>
          {!kindsWithoutPreview.includes(shownKind) && (
            <Center className={classes.preview}>
              <FilePreview
                kind={shownKind}
                url={currentFile.url}
                label={fileLabel}
                captionsUrl={captionsUrl}
                areDimensionsKnown={known !== null}
                onSize={(width, height) => setMeasured({ url: currentFile.url, dimensions: { width, height } })}
              />
            </Center>
          )}
          <Stack flex={1} gap={4} miw={0}>
            <Text size="sm" fw={500} truncate title={currentFile.name}>
              {currentFile.name}
            </Text>
            <Text size="xs" c="dimmed" className="bo-tabular">
              {describeFile({ ...currentFile, dimensions }, isUnsaved && 'Not saved yet')}
            </Text>
            {value && progress !== null && (
              <Progress value={progress * 100} size="sm" aria-label={`Uploading ${label}`} />
            )}
            <Group gap="xs" mt="auto">
              <Button
                ref={button}
                size="xs"
                leftSection={<IconReplace size="1rem" />}
                disabled={isDisabled}
                onClick={() => chooseFiles(false)}
                aria-label={`Replace ${label}`}
                aria-describedby={describedBy}
              >
                Replace
              </Button>
              <Button
                variant="subtle"
                size="xs"
                leftSection={<IconTrash size="1rem" />}
                disabled={isDisabled}
                onClick={() => change(null)}
                aria-label={`Remove ${label}`}
              >
                Remove
              </Button>
              {libraryButton}
            </Group>
          </Stack>
        </div>
      ) : (
        <>
          <UnstyledButton
            ref={button}
            className={classes.empty}
            aria-describedby={describedBy}
            disabled={isDisabled}
            onClick={() => chooseFiles(onMultiple !== undefined)}
          >
            <Icon size="1.5rem" aria-hidden />
            <span>
              <span className="bo-visually-hidden">{`Choose ${label}: `}</span>
              Drop {noun} here or <span className={classes.browse}>choose a file</span>
            </span>
            <Text span fz="xs" c="dimmed">
              {formatList(typeLabelsOf(kind), 'disjunction')}, up to 50 MB
            </Text>
          </UnstyledButton>
          {libraryButton && (
            <Center mt={-12} pb="xs">
              {libraryButton}
            </Center>
          )}
        </>
      )}
    </Dropzone>
  );
};
