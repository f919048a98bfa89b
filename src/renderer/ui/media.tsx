import { Text, UnstyledButton } from '@mantine/core';
import { IconMovie, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type ComponentProps, type SyntheticEvent, useState } from 'react';
import type { PickableKind } from '#shared/uploads.ts';
import { DownloadLink } from './file-caption.tsx';
import { openImagePreview } from './image-preview.tsx';
import { lazyComponent } from './lazy-component.tsx';
import classes from './media.module.css';
import { modals } from './modals.ts';
import { getLoading, previewWidth, useImageSource, useStoredPreview } from './renditions.ts';

export const PdfCover = lazyComponent(async () => (await import('./pdf-viewer.tsx')).PdfCover);

type MediaProps = { url: string; label: string; isEager?: boolean };
type VideoProps = { url: string; label: string; captionsUrl?: string | undefined };

const Video = ({ url, label, captionsUrl, ...events }: VideoProps & ComponentProps<'video'>) => (
  <video {...events} src={url} controls preload="metadata" aria-label={label}>
    {captionsUrl && <track kind="captions" src={captionsUrl} label="Captions" default />}
  </video>
);

/** Video player that offers a download if the video can't be played. */
export const VideoPlayer = (video: VideoProps) => {
  const [hasFailed, setHasFailed] = useState(false);
  return hasFailed ? (
    <Text>
      This video can’t be played here. <DownloadLink url={video.url} label="Download" />
    </Text>
  ) : (
    <Video {...video} className={classes.player} onError={() => setHasFailed(true)} />
  );
};

export const playVideo = (video: VideoProps): void => {
  modals.open({ title: video.label, size: '60rem', children: <VideoPlayer {...video} /> });
};

/** A silent frame that screen readers skip. */
const stillVideo = (url: string): ComponentProps<'video'> => ({
  // The first frame is often black.
  src: `${url}#t=0.5`,
  muted: true,
  preload: 'metadata',
  tabIndex: -1,
  'aria-hidden': true,
});

const drawFrame = (video: HTMLVideoElement): HTMLCanvasElement => {
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(previewWidth, video.videoWidth);
  canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas;
};

/** Cropped to its frame of 72 by 40 CSS pixels. */
const thumbnailWidth = 108;

export const VideoFrame = ({ url, isEager, onFailed }: { url: string; isEager: boolean; onFailed: () => void }) => {
  const [isMissing, setIsMissing] = useState(false);
  const preview = useStoredPreview(url, { width: thumbnailWidth, isMissing });
  if (preview.state === 'unknown') return null;
  if (preview.state === 'stored') {
    return <img {...preview.source} alt="" {...getLoading(isEager)} onError={() => setIsMissing(true)} />;
  }
  const save = ({ currentTarget }: SyntheticEvent<HTMLVideoElement>) => {
    if (currentTarget.videoWidth > 0) preview.save(drawFrame(currentTarget));
  };
  return <video {...stillVideo(url)} onLoadedData={save} onError={onFailed} />;
};

export const VideoThumbnail = ({ url, label, captionsUrl, isEager = false }: VideoProps & MediaProps) => {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <UnstyledButton
      className={classes.preview}
      aria-label={`Play ${label}`}
      onClick={() => playVideo({ url, label, captionsUrl })}
    >
      {hasFailed ? (
        <IconMovie size="1.25rem" aria-hidden />
      ) : (
        <>
          <VideoFrame key={url} url={url} isEager={isEager} onFailed={() => setHasFailed(true)} />
          <span className={classes.play}>
            <IconPlayerPlayFilled size="0.75rem" aria-hidden />
          </span>
        </>
      )}
    </UnstyledButton>
  );
};

export const openPdf = async (pdf: { url: string; label: string }): Promise<void> =>
  (await import('./pdf-viewer.tsx')).openPdfViewer(pdf);

/** First page of a PDF; opens the PDF on click. */
export const PdfThumbnail = ({ url, label, isEager }: MediaProps) => (
  <UnstyledButton
    className={classes.preview}
    data-pdf
    // Can be dragged out of the app as a file.
    draggable
    data-drag-path={url}
    data-drag-name={label}
    aria-label={`Open ${label}`}
    onClick={() => void openPdf({ url, label })}
  >
    <PdfCover url={url} label={label} width={48} isEager={isEager} />
  </UnstyledButton>
);

/** In CSS pixels, as in media.module.css. */
const imageWidth = 160;

/** Preview in a file field: an image or the first page of a PDF, opened on click, or a video. */
export const FilePreview = ({
  kind,
  url,
  label,
  captionsUrl,
  areDimensionsKnown,
  onSize,
}: {
  kind: PickableKind;
  url: string;
  label: string;
  captionsUrl?: string | undefined;
  /** Otherwise, the original is loaded to measure it. */
  areDimensionsKnown: boolean;
  onSize: (width: number, height: number) => void;
}) => {
  const toSource = useImageSource();
  if (kind === 'video') {
    return (
      <UnstyledButton
        className={classes.videoButton}
        aria-label={`Play ${label}`}
        onClick={() => playVideo({ url, label, captionsUrl })}
      >
        <video
          {...stillVideo(url)}
          onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) => onSize(videoWidth, videoHeight)}
        />
        <span className={classes.play}>
          <IconPlayerPlayFilled size="1rem" aria-hidden />
        </span>
      </UnstyledButton>
    );
  }
  const open = () => (kind === 'pdf' ? void openPdf({ url, label }) : openImagePreview([{ src: url, label }]));
  return (
    <UnstyledButton className={classes.imageButton} aria-label={`View ${label} full size`} onClick={open}>
      {kind === 'pdf' ? (
        <PdfCover url={url} label={label} width={120} />
      ) : (
        <img
          {...(areDimensionsKnown ? toSource(url, imageWidth) : { src: url })}
          alt={label}
          className={classes.image}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => onSize(naturalWidth, naturalHeight)}
        />
      )}
    </UnstyledButton>
  );
};
