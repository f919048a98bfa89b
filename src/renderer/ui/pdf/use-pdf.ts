import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { useEffect, useState } from 'react';

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
