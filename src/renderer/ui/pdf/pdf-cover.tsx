import { Center } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { getLoading, useStoredPreview } from '../renditions.ts';
import { PdfPage } from './pdf-page.tsx';
import { usePdf } from './use-pdf.ts';

/** First page of a PDF, loaded or rendered once it scrolls into view. */
export const PdfCover = ({
  url,
  label,
  width,
  isEager = false,
}: {
  url: string;
  label: string;
  /** In CSS pixels; the caller sets the displayed size. */
  width: number;
  isEager?: boolean | undefined;
}) => {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>();
  const [hasBeenVisible, setHasBeenVisible] = useState(false);
  const [missingUrl, setMissingUrl] = useState<string>();
  if (inViewport && !hasBeenVisible) setHasBeenVisible(true);
  const preview = useStoredPreview(url, { width, isMissing: missingUrl === url });
  const pdf = usePdf(url, hasBeenVisible && preview.state === 'missing');
  return (
    <Center ref={ref} component="span" w="100%" h="100%">
      {preview.state === 'stored' ? (
        <img {...preview.source} alt={label} {...getLoading(isEager)} onError={() => setMissingUrl(url)} />
      ) : preview.state === 'missing' && pdf.state === 'ready' ? (
        <PdfPage
          document={pdf.document}
          pageNumber={1}
          width={preview.drawnWidth}
          label={label}
          onDrawn={preview.save}
        />
      ) : (
        <IconFileTypePdf size="1.5rem" aria-hidden />
      )}
    </Center>
  );
};
