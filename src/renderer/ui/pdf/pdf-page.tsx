import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';

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
