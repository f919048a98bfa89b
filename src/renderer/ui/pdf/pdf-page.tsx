import { useEffect, useRef, useState } from 'react';
import type { PdfDocument } from './pdf-document.ts';

/** `width` is in CSS pixels. */
export const PdfPage = ({
  document,
  pageNumber,
  width,
  label,
  className,
}: {
  document: PdfDocument;
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
      // The chunk is already loaded: the open document comes from it.
      const { drawPage } = await import('./pdf-document.ts');
      if (isCancelled || !canvas.current) return;
      const drawing = drawPage(document, { pageNumber, canvas: canvas.current, width });
      cancel = drawing.cancel;
      await drawing.finished;
    };
    setHasFailed(false);
    draw().catch(() => setHasFailed(true));
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
