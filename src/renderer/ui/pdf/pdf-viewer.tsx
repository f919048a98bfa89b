import { Group, Loader, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import { DownloadLink } from '../file-caption.tsx';
import { IconButton } from '../icon-button.tsx';
import classes from '../media.module.css';
import { modals } from '../modals.ts';
import { PdfPage, usePdf } from './pdf-page.tsx';

/** Factors of the size at which a whole page fits. */
const zooms = [0.5, 0.75, 1, 1.5, 2, 3];
const icon = { size: '1.125rem' };

const PdfViewer = ({ url, label }: { url: string; label: string }) => {
  const pdf = usePdf(url);
  const [pageNumber, setPageNumber] = useState(1);
  const [zoom, setZoom] = useState(zooms.indexOf(1));
  const { ref, width, height } = useElementSize();
  const factor = zooms[zoom] ?? 1;
  if (pdf.state === 'failed') {
    return (
      <Text role="alert">
        This PDF can’t be displayed. <DownloadLink url={url} label="Download" />
      </Text>
    );
  }
  const count = pdf.state === 'ready' ? pdf.document.numPages : 1;
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Group gap="xs">
          <IconButton
            label="Previous page"
            icon={<IconChevronLeft {...icon} />}
            isDisabled={pageNumber <= 1}
            onClick={() => setPageNumber(pageNumber - 1)}
          />
          <Text role="status" className="bo-tabular">{`Page ${pageNumber} of ${count}`}</Text>
          <IconButton
            label="Next page"
            icon={<IconChevronRight {...icon} />}
            isDisabled={pageNumber >= count}
            onClick={() => setPageNumber(pageNumber + 1)}
          />
        </Group>
        <Group gap="xs">
          <IconButton
            label="Zoom out"
            icon={<IconZoomOut {...icon} />}
            isDisabled={zoom === 0}
            onClick={() => setZoom(zoom - 1)}
          />
          <IconButton
            label="Zoom in"
            icon={<IconZoomIn {...icon} />}
            isDisabled={zoom === zooms.length - 1}
            onClick={() => setZoom(zoom + 1)}
          />
          <DownloadLink url={url} label="Download" />
        </Group>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section ref={ref} className={classes.pages} aria-label={label} tabIndex={0}>
        {pdf.state === 'ready' && height > 0 ? (
          <PdfPage
            document={pdf.document}
            pageNumber={pageNumber}
            width={width * factor}
            height={height * factor}
            label={`Page ${pageNumber} of ${label}`}
            className={classes.page}
          />
        ) : (
          <Loader m="xl" aria-label="Loading PDF" />
        )}
      </section>
    </>
  );
};

/** Opens a PDF in a dialog, one page at a time. */
export const openPdfViewer = ({ url, label }: { url: string; label: string }): void => {
  modals.open({
    title: label,
    size: '80rem',
    children: <PdfViewer url={url} label={label} />,
  });
};
