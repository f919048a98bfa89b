import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './image-preview.module.css';

export type PreviewImage = { src: string; label: string };

const Lightbox = ({ pictures, startIndex }: { pictures: readonly PreviewImage[]; startIndex: number }) => {
  const [index, setIndex] = useState(startIndex);
  const picture = pictures[index];
  const step = (by: number) => setIndex((index + by + pictures.length) % pictures.length);
  const turn = (by: number, label: string, Icon: typeof IconChevronLeft) =>
    pictures.length > 1 && (
      <ActionIcon
        variant="default"
        size={36}
        aria-label={label}
        data-autofocus={by > 0 || undefined}
        onClick={() => step(by)}
      >
        <Icon size="1.125rem" />
      </ActionIcon>
    );
  if (!picture) return null;
  return (
    <Stack
      gap="md"
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') step(-1);
        if (event.key === 'ArrowRight') step(1);
      }}
    >
      <div className={classes.stage}>
        <img src={picture.src} alt={picture.label} className={classes.large} />
      </div>
      <Group justify="center" gap="md">
        {turn(-1, 'Previous image', IconChevronLeft)}
        <Text aria-live="polite" className="bo-tabular">
          {picture.label}
          {pictures.length > 1 && ` · ${index + 1} of ${pictures.length}`}
        </Text>
        {turn(1, 'Next image', IconChevronRight)}
      </Group>
    </Stack>
  );
};

export const openImagePreview = (pictures: readonly PreviewImage[], startIndex = 0): void => {
  modals.open({
    title: 'Image',
    size: '80rem',
    children: <Lightbox pictures={pictures} startIndex={startIndex} />,
  });
};

/** `whole` shows the full image; the others crop it to their shape. */
export type ThumbnailShape = 'square' | 'wide' | 'whole';

/** Thumbnail that opens the image; `gallery` are the images to browse there, of which it is one. */
export const Thumbnail = ({
  picture,
  gallery = [picture],
  shape = 'square',
  hint,
}: {
  picture: PreviewImage;
  gallery?: readonly PreviewImage[];
  shape?: ThumbnailShape;
  hint?: string;
}) => (
  <button
    type="button"
    className={classes.thumbnail}
    data-shape={shape}
    title={hint}
    aria-label={`Open ${picture.label}`}
    onClick={() =>
      openImagePreview(
        gallery,
        gallery.findIndex(({ src }) => src === picture.src),
      )
    }
  >
    <img src={picture.src} alt={picture.label} loading="lazy" />
  </button>
);
