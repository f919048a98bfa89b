import { useInViewport } from '@mantine/hooks';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from '../media.module.css';
import { PdfPage } from './pdf-page.tsx';
import { usePdf } from './use-pdf.ts';

/** First page of a PDF, rendered once it scrolls into view. */
export const PdfCover = ({
  url,
  label,
  width,
}: {
  url: string;
  label: string;
  /** Rendering width in CSS pixels; the caller sets the displayed size. */
  width: number;
}) => {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>();
  const [hasBeenVisible, setHasBeenVisible] = useState(false);
  useEffect(() => {
    if (inViewport) setHasBeenVisible(true);
  }, [inViewport]);
  const pdf = usePdf(url, hasBeenVisible);
  return (
    <span ref={ref} className={classes.cover}>
      {pdf.state === 'ready' ? (
        <PdfPage document={pdf.document} pageNumber={1} width={width} label={label} />
      ) : (
        <IconFileTypePdf size="1.5rem" stroke={1.25} aria-hidden />
      )}
    </span>
  );
};
