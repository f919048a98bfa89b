import { Group, Loader, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import { DownloadLink } from '../download-link.tsx';
import { IconButton } from '../icon-button.tsx';
import classes from '../media.module.css';
import { PdfPage } from './pdf-page.tsx';
import { usePdf } from './use-pdf.ts';

const pageWidths = [420, 560, 720, 920, 1180];
const icon = { size: '1.125rem', stroke: 1.75 };

const PdfViewer = ({ url, label }: { url: string; label: string }) => {
  const pdf = usePdf(url);
  const [pageNumber, setPageNumber] = useState(1);
  const [zoom, setZoom] = useState(2);
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
            isDisabled={zoom === pageWidths.length - 1}
            onClick={() => setZoom(zoom + 1)}
          />
          <DownloadLink url={url} label="Download" />
        </Group>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.pages} aria-label={label} tabIndex={0}>
        {pdf.state === 'ready' ? (
          <PdfPage
            document={pdf.document}
            pageNumber={pageNumber}
            width={pageWidths[zoom] ?? 720}
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
