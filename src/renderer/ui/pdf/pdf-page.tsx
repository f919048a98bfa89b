import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';

/** `width` is in CSS pixels; the page is sharp on any screen. */
export const PdfPage = ({
  document,
  pageNumber,
  width,
  label,
  className,
}: {
  document: PDFDocumentProxy;
  pageNumber: number;
  width: number;
  label: string;
  className?: string;
}) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let cancel = () => {};
    let isCancelled = false;
    const draw = async () => {
      const page = await document.getPage(pageNumber);
      if (isCancelled || !canvas.current) return;
      const scale = (width * window.devicePixelRatio) / page.getViewport({ scale: 1 }).width;
      const viewport = page.getViewport({ scale });
      canvas.current.width = Math.floor(viewport.width);
      canvas.current.height = Math.floor(viewport.height);
      const rendering = page.render({ canvas: canvas.current, viewport });
      cancel = () => rendering.cancel();
      await rendering.promise;
    };
    setHasFailed(false);
    draw().catch(() => !isCancelled && setHasFailed(true));
    return () => {
      isCancelled = true;
      cancel();
    };
  }, [document, pageNumber, width]);
  return (
    <>
      {hasFailed && <p role="alert">Can’t display this page</p>}
      <canvas ref={canvas} role="img" aria-label={label} className={className} hidden={hasFailed} />
    </>
  );
};
