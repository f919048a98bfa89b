import { Center } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconFileTypePdf } from '@tabler/icons-react';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { useEffect, useRef, useState } from 'react';
import { getLoading, useStoredPreview } from '../renditions.ts';

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
