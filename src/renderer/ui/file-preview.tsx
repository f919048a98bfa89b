import { UnstyledButton } from '@mantine/core';
import type { PickableKind } from '#shared/uploads.ts';
import classes from './file-drop.module.css';
import { openImagePreview } from './image-preview.tsx';
import { PdfCover } from './pdf/pdf-page.tsx';
import { openPdfViewer } from './pdf/pdf-viewer.tsx';
import { useImageSource } from './renditions.ts';

/** In CSS pixels, as in file-drop.module.css. */
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
      // biome-ignore lint/a11y/useMediaCaption: a video may have been uploaded without captions
      <video
        className={classes.image}
        src={url}
        controls
        preload="metadata"
        aria-label={label}
        onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) => onSize(videoWidth, videoHeight)}
      >
        {captionsUrl && <track kind="captions" src={captionsUrl} label="Captions" default />}
      </video>
    );
  }
  const open = () => (kind === 'pdf' ? openPdfViewer({ url, label }) : openImagePreview([{ src: url, label }]));
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
