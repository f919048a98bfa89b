import { useEffect, useState } from 'react';
import type { PdfDocument } from './pdf-document.ts';

type Pdf = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; document: PdfDocument };

/** Opens a PDF while `isEnabled`. Loads the PDF library on first use. */
export const usePdf = (url: string, isEnabled = true): Pdf => {
  const [pdf, setPdf] = useState<Pdf>({ state: 'loading' });
  useEffect(() => {
    if (!isEnabled) return;
    let isCancelled = false;
    let close = () => {};
    const open = async () => {
      const { openPdf } = await import('./pdf-document.ts');
      if (isCancelled) return;
      const loading = openPdf(url);
      close = loading.close;
      const document = await loading.document;
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
