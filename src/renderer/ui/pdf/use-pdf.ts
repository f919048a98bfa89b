import { useEffect, useState } from 'react';
import type { PdfDocument } from './pdf-document.ts';

type Pdf = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; document: PdfDocument };

/** Opens a PDF while `isWanted`. Loads the PDF library with the first one. */
export const usePdf = (url: string, isWanted = true): Pdf => {
  const [pdf, setPdf] = useState<Pdf>({ state: 'loading' });
  useEffect(() => {
    if (!isWanted) return;
    let isCancelled = false;
    let close = () => {};
    const open = async () => {
      const { openPdf } = await import('./pdf-document.ts');
      if (isCancelled) return;
      const opening = openPdf(url);
      close = opening.close;
      const document = await opening.document;
      if (!isCancelled) setPdf({ state: 'ready', document });
    };
    open().catch(() => !isCancelled && setPdf({ state: 'failed' }));
    return () => {
      isCancelled = true;
      setPdf({ state: 'loading' });
      close();
    };
  }, [url, isWanted]);
  return pdf;
};
