import { Center, Group, Loader, Text } from '@mantine/core';
import { useElementSize, useInViewport } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconFileTypePdf, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { useEffect, useRef, useState } from 'react';
import { DownloadLink } from './file-caption.tsx';
import { IconButton } from './icon-button.tsx';
import classes from './media.module.css';
import { modals } from './modals.ts';
import { getLoading, useStoredPreview } from './renditions.ts';

/** `width` and `height` are in CSS pixels, and the page fits both; it is sharp on any screen. */
export const PdfPage = ({
  document,
  pageNumber,
  width,
  height = Number.POSITIVE_INFINITY,
  label,
  className,
  onDrawn,
}: {
  document: PDFDocumentProxy;
  pageNumber: number;
  width: number;
  height?: number;
  label: string;
  className?: string;
  onDrawn?: (canvas: HTMLCanvasElement) => void;
}) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const handleDrawn = useRef(onDrawn);
  handleDrawn.current = onDrawn;
  useEffect(() => {
    let cancel = () => {};
    let isCancelled = false;
    const draw = async () => {
      const page = await document.getPage(pageNumber);
      if (isCancelled || !canvas.current) return;
      const size = page.getViewport({ scale: 1 });
      const scale = Math.min(width / size.width, height / size.height) * window.devicePixelRatio;
      const viewport = page.getViewport({ scale });
      canvas.current.width = Math.floor(viewport.width);
      canvas.current.height = Math.floor(viewport.height);
      canvas.current.style.setProperty('--page-width', `${viewport.width / window.devicePixelRatio}px`);
      const rendering = page.render({ canvas: canvas.current, viewport });
      cancel = () => rendering.cancel();
      await rendering.promise;
      if (canvas.current) handleDrawn.current?.(canvas.current);
    };
    setHasFailed(false);
    draw().catch(() => !isCancelled && setHasFailed(true));
    return () => {
      isCancelled = true;
      cancel();
    };
  }, [document, pageNumber, width, height]);
  return (
    <>
      {hasFailed && <p role="alert">Can’t display this page</p>}
      <canvas ref={canvas} role="img" aria-label={label} className={className} hidden={hasFailed} />
    </>
  );
};

type Pdf = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; document: PDFDocumentProxy };

/** Opens a PDF while `isEnabled`, downloading only the requested parts. Loads the PDF library on first use. */
export const usePdf = (url: string, isEnabled = true): Pdf => {
  const [pdf, setPdf] = useState<Pdf>({ state: 'loading' });
  useEffect(() => {
    if (!isEnabled) return;
    let isCancelled = false;
    let close = () => {};
    const open = async () => {
      const { GlobalWorkerOptions, getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
      if (isCancelled) return;
      GlobalWorkerOptions.workerSrc = workerUrl;
      const task = getDocument({
        url,
        disableAutoFetch: true,
        disableStream: true,
        // The Content Security Policy forbids compiling code at run time.
        useWasm: false,
        isEvalSupported: false,
        verbosity: 0,
      });
      close = () => void task.destroy();
      const document = await task.promise;
      if (!isCancelled) setPdf({ state: 'ready', document });
    };
    open().catch(() => !isCancelled && setPdf({ state: 'failed' }));
    return () => {
      isCancelled = true;
      setPdf({ state: 'loading' });
      close();
    };
  }, [url, isEnabled]);
  return pdf;
};

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

/** Factors of the size at which a whole page fits. */
const zooms = [0.5, 0.75, 1, 1.5, 2, 3];

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
  const renderButton = (label: string, Icon: typeof IconZoomIn, isDisabled: boolean, onClick: () => void) => (
    <IconButton label={label} icon={<Icon size="1.125rem" />} isDisabled={isDisabled} onClick={onClick} />
  );
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Group gap="xs">
          {renderButton('Previous page', IconChevronLeft, pageNumber <= 1, () => setPageNumber(pageNumber - 1))}
          <Text role="status" className="bo-tabular">{`Page ${pageNumber} of ${count}`}</Text>
          {renderButton('Next page', IconChevronRight, pageNumber >= count, () => setPageNumber(pageNumber + 1))}
        </Group>
        <Group gap="xs">
          {renderButton('Zoom out', IconZoomOut, zoom === 0, () => setZoom(zoom - 1))}
          {renderButton('Zoom in', IconZoomIn, zoom === zooms.length - 1, () => setZoom(zoom + 1))}
          <DownloadLink url={url} label="Download" />
        </Group>
      </Group>
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
          <Loader m="xl" role="img" aria-label="Loading PDF" />
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
