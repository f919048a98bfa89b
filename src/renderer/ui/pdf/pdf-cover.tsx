import { Center } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
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
  if (inViewport && !hasBeenVisible) setHasBeenVisible(true);
  const pdf = usePdf(url, hasBeenVisible);
  return (
    <Center ref={ref} component="span" w="100%" h="100%">
      {pdf.state === 'ready' ? (
        <PdfPage document={pdf.document} pageNumber={1} width={width} label={label} />
      ) : (
        <IconFileTypePdf size="1.5rem" aria-hidden />
      )}
    </Center>
  );
};
