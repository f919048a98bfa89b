import { ActionIcon, Center, Group, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './image-preview.module.css';
import { modals } from './modals.ts';
import { getLoading, useImageFailure, useImageSource } from './renditions.ts';

/** `alt`: the alternative text, if the picture has one. */
export type PreviewImage = { src: string; label: string; alt?: string | undefined };

const Lightbox = ({ images, startIndex }: { images: readonly PreviewImage[]; startIndex: number }) => {
  const [index, setIndex] = useState(startIndex);
  const image = images[index];
  const step = (offset: number) => setIndex((index + offset + images.length) % images.length);
  const renderStepButton = (offset: number, label: string, Icon: typeof IconChevronLeft) =>
    images.length > 1 && (
      <ActionIcon
        variant="default"
        size={36}
        aria-label={label}
        data-autofocus={offset > 0 || undefined}
        onClick={() => step(offset)}
      >
        <Icon size="1.125rem" />
      </ActionIcon>
    );
  if (!image) return null;
  return (
    <Stack
      gap="md"
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') step(-1);
        if (event.key === 'ArrowRight') step(1);
      }}
    >
      <Center h="min(70dvh, 50rem)" bdrs="md" style={{ overflow: 'hidden' }}>
        <img src={image.src} alt={image.alt ?? image.label} className={classes.large} />
      </Center>
      <Group justify="center" gap="md">
        {renderStepButton(-1, 'Previous image', IconChevronLeft)}
        <Text aria-live="polite" className="bo-tabular">
          {image.label}
          {images.length > 1 && ` · ${index + 1} of ${images.length}`}
        </Text>
        {renderStepButton(1, 'Next image', IconChevronRight)}
      </Group>
    </Stack>
  );
};

export const openImagePreview = (images: readonly PreviewImage[], startIndex = 0): void => {
  modals.open({
    title: 'Image',
    size: '80rem',
    children: <Lightbox images={images} startIndex={startIndex} />,
  });
};

/** `whole`, `contain` and `gallery` show the full image in one height, its own or a square; the others crop it. */
export type ThumbnailShape = 'square' | 'wide' | 'whole' | 'contain' | 'gallery';

/** Widths in CSS pixels. Cropped images are wider than their frames: up to twice, or 3:1 if wide. */
const widths: Record<ThumbnailShape, number> = { square: 72, wide: 108, whole: 208, contain: 352, gallery: 264 };

/** Thumbnail that opens the image; `getGallery` returns the images to browse there, of which it is one. */
export const Thumbnail = ({
  image,
  getGallery = () => [image],
  shape = 'square',
  hint,
  isEager = false,
}: {
  image: PreviewImage;
  getGallery?: () => readonly PreviewImage[];
  shape?: ThumbnailShape;
  hint?: string;
  isEager?: boolean;
}) => {
  const toSource = useImageSource();
  const { reason, onError } = useImageFailure(image.src);
  return (
    <button
      type="button"
      className={classes.thumbnail}
      data-shape={shape}
      title={hint}
      aria-label={`Open ${image.label}`}
      onClick={() => {
        const gallery = getGallery();
        openImagePreview(
          gallery,
          gallery.findIndex(({ src }) => src === image.src),
        );
      }}
    >
      {reason ? (
        <NoImage label={reason} />
      ) : (
        <img
          {...toSource(image.src, widths[shape])}
          alt={image.alt ?? image.label}
          {...getLoading(isEager)}
          onError={onError}
        />
      )}
    </button>
  );
};

/** Placeholder of the same size as a thumbnail. */
export const NoImage = ({ label = 'No Image' }: { label?: string }) => (
  <span className={classes.noImage}>
    <span>{label}</span>
  </span>
);
