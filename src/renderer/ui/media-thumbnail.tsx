import { Text, UnstyledButton } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconMovie, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { DownloadLink } from './download-link.tsx';
import classes from './media.module.css';
import { PdfCover } from './pdf/pdf-cover.tsx';
import { openPdfViewer } from './pdf/pdf-viewer.tsx';

type MediaProps = { url: string; label: string };
type VideoProps = MediaProps & { captionsUrl?: string };

/** Video player that offers a download if the video can't be played. */
export const VideoPlayer = ({ url, label, captionsUrl }: VideoProps) => {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) {
    return (
      <Text>
        This video can’t be played here. <DownloadLink url={url} label="Download" />
      </Text>
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: a video may have been uploaded without captions
    <video
      className={classes.player}
      src={url}
      controls
      preload="metadata"
      aria-label={label}
      onError={() => setHasFailed(true)}
    >
      {captionsUrl && <track kind="captions" src={captionsUrl} label="Captions" default />}
    </video>
  );
};

export const VideoThumbnail = ({ url, label, captionsUrl }: VideoProps) => {
  const [hasFailed, setHasFailed] = useState(false);
  const play = () =>
    modals.open({ title: label, size: '60rem', children: <VideoPlayer {...{ url, label, captionsUrl }} /> });
  return (
    <UnstyledButton className={classes.preview} aria-label={`Play ${label}`} onClick={play}>
      {hasFailed ? (
        <IconMovie size="1.25rem" aria-hidden />
      ) : (
        <>
          <video
            // The first frame is often black.
            src={`${url}#t=0.5`}
            muted
            preload="metadata"
            tabIndex={-1}
            aria-hidden
            onError={() => setHasFailed(true)}
          />
          <span className={classes.play}>
            <IconPlayerPlayFilled size="0.75rem" aria-hidden />
          </span>
        </>
      )}
    </UnstyledButton>
  );
};

/** First page of a PDF; opens the PDF on click. */
export const PdfThumbnail = ({ url, label }: MediaProps) => (
  <UnstyledButton
    className={classes.preview}
    data-pdf
    // Can be dragged out of the app as a file.
    draggable
    data-drag-path={url}
    data-drag-name={label}
    aria-label={`Open ${label}`}
    onClick={() => openPdfViewer({ url, label })}
  >
    <PdfCover url={url} label={label} width={48} />
  </UnstyledButton>
);
