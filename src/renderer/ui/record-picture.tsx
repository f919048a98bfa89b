import type { ComponentType } from 'react';
import { uploadPath } from '#shared/urls.ts';
import classes from './record-picture.module.css';
import { useImageFailure, useImageSource } from './renditions.ts';

/** A record's picture beside its name; without one, the icon of its kind. */
export const RecordPicture = ({
  image,
  icon: Icon,
  size = 28,
}: {
  /** Stored file name or address. */
  image: string | null | undefined;
  icon?: ComponentType<{ size?: string | number }>;
  /** In CSS pixels. */
  size?: number;
}) => {
  const toSource = useImageSource();
  const src = image ? uploadPath(image) : '';
  const { reason, onError } = useImageFailure(src);
  if (image && !reason) {
    const box = { width: size, height: size, className: classes.picture };
    return <img {...toSource(src, size)} alt="" {...box} onError={onError} />;
  }
  if (!Icon) return null;
  return (
    <span className={classes.icon} style={{ width: size, height: size }} aria-hidden>
      <Icon size="1.125rem" />
    </span>
  );
};
