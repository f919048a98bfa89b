import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

export type PdfDocument = PDFDocumentProxy;

/** Opens a PDF and downloads only the requested parts. Call `close` when done. */
export const openPdf = (url: string): { document: Promise<PdfDocument>; close: () => void } => {
  const task = getDocument({
    url,
    disableAutoFetch: true,
    disableStream: true,
    // The Content Security Policy forbids compiling code at run time.
    useWasm: false,
    isEvalSupported: false,
    verbosity: 0,
  });
  return { document: task.promise, close: () => void task.destroy() };
};

/** Renders a page to a canvas, `width` CSS pixels wide and sharp on this screen. */
export const drawPage = (
  pdf: PdfDocument,
  { pageNumber, canvas, width }: { pageNumber: number; canvas: HTMLCanvasElement; width: number },
): { finished: Promise<void>; cancel: () => void } => {
  let isCancelled = false;
  let cancelRendering = () => {};
  const draw = async () => {
    const page = await pdf.getPage(pageNumber);
    if (isCancelled) return;
    const originalViewport = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: (width * window.devicePixelRatio) / originalViewport.width });
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    const rendering = page.render({ canvas, viewport });
    cancelRendering = () => rendering.cancel();
    await rendering.promise;
  };
  return {
    finished: draw().catch((error: unknown) => {
      if (!isCancelled) throw error;
    }),
    cancel: () => {
      isCancelled = true;
      cancelRendering();
    },
  };
};
