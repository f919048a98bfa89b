import { join } from 'node:path';
import { Readable } from 'node:stream';
import { app, type BrowserWindow, dialog } from 'electron';
import { joinSentences } from '#shared/resource-kit/labels.ts';
import { FileWriteError, toFileName, writeFileAtomic } from '../files/file-streams.ts';

import { sendEvent } from '../ipc.ts';
import { log } from '../log.ts';
import { withPrintBackground } from './window.ts';

/** Inches. The footer uses the rest of the page's margin. */
const margins = { top: 0.6, bottom: 0.75, left: 0.6, right: 0.6 };

/** Title and page number. Chromium fills the elements by class; its default font size is 0. */
const footerTemplate = `
  <div style="display: flex; justify-content: space-between; width: 100%; margin: 0 0.6in;
    font: 8px 'Inter Variable', Arial, sans-serif; color: #59636e">
    <span class="title"></span>
    <span><span class="pageNumber"></span> / <span class="totalPages"></span></span>
  </div>`;

const pdfOptions: Electron.PrintToPDFOptions = {
  pageSize: 'A4',
  printBackground: true,
  displayHeaderFooter: true,
  headerTemplate: '<span></span>',
  footerTemplate,
  margins,
  // PDF bookmarks, and tags for screen readers.
  generateDocumentOutline: true,
  generateTaggedPDF: true,
};

/** Resolves with the error, or '' if the page was printed or the user canceled. */
const print = ({ webContents }: BrowserWindow): Promise<string> =>
  new Promise((resolve) => {
    webContents.print({ printBackground: true }, (isDone, reason) =>
      resolve(isDone || /cancel/i.test(reason) ? '' : reason),
    );
  });

export const printPage = async (window: BrowserWindow): Promise<void> => {
  const { webContents } = window;
  const problem = await withPrintBackground(window, () => print(window));
  if (problem === '') return;
  log.error(`Couldn't print a page: ${problem}`);
  sendEvent(webContents, 'toast', { isFailure: true, message: 'Couldn’t print this page' });
};

export const saveAsPdf = async (window: BrowserWindow): Promise<void> => {
  const { webContents } = window;
  const name = `${toFileName(window.getTitle())}.pdf`;
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(app.getPath('documents'), name),
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
  if (canceled || !filePath) return;
  try {
    const bytes = await withPrintBackground(window, () => webContents.printToPDF(pdfOptions));
    await writeFileAtomic(filePath, { source: Readable.from([bytes]) });
    sendEvent(webContents, 'toast', { isFailure: false, message: `Saved as ${filePath}` });
  } catch (error) {
    log.error("Couldn't save a page as a PDF", error);
    const reason = error instanceof FileWriteError ? error.message : '';
    sendEvent(webContents, 'toast', {
      isFailure: true,
      message: joinSentences([`Couldn’t save ${filePath}`, reason]),
    });
  }
};
