import { Group } from '@mantine/core';
import { isSwatchColor } from '#shared/resources/attribute-value.ts';
import { uploadPath } from '#shared/urls.ts';
import { useImageSource } from '../ui/renditions.ts';
import { TruncatedText } from '../ui/truncated-text.tsx';
import classes from './swatch.module.css';

/** In CSS pixels. */
const pictureWidth = 24;

/** Picture or colour of an attribute value; nothing if it has neither. */
export const Swatch = ({
  value: { color, image },
}: {
  value: { color?: unknown; image?: string | { previewUrl: string } | null };
}) => {
  const toSource = useImageSource();
  if (image) {
    const source = typeof image === 'string' ? toSource(uploadPath(image), pictureWidth) : { src: image.previewUrl };
    return <img {...source} alt="" className={classes.swatch} />;
  }
  if (typeof color !== 'string' || !isSwatchColor(color)) return null;
  return <span className={classes.swatch} style={{ backgroundColor: color }} />;
};

/** A name with its swatch, in a list. */
export const SwatchName = ({ value, name }: { value: Parameters<typeof Swatch>[0]['value']; name: string }) => (
  <Group component="span" gap={8} wrap="nowrap">
    <Swatch value={value} />
    <TruncatedText text={name} />
  </Group>
);
