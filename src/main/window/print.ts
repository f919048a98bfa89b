import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import { tell } from '../ipc.ts';
import { log } from '../log.ts';

/** The title of the page as the name of a file; what no system allows in one is left out. */
export const fileNameOf = (title: string): string =>
  title
    .replace(/ · Catalogue Back Office$/, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    .replace(/[\\/:*?"<>|\u0000-\u001f]+/g, ' ')
    .trim()
    .slice(0, 100) || 'Page';

/** Opens the system's dialog for printing what the window shows. */
export const printPage = (window: BrowserWindow): void => {
  window.webContents.print({ printBackground: true }, (isDone, reason) => {
    if (!isDone && !/cancel/i.test(reason)) {
      tell(window.webContents, 'notice', { isFailure: true, message: 'The page could not be printed' });
    }
  });
};

/** Asks where to, and writes what the window shows there as a PDF. */
export const saveAsPdf = async (window: BrowserWindow): Promise<void> => {
  const name = `${fileNameOf(window.getTitle())}.pdf`;
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(app.getPath('documents'), name),
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  });
  if (canceled || !filePath) return;
  try {
    const bytes = await window.webContents.printToPDF({ pageSize: 'A4', printBackground: true });
    await writeFile(filePath, bytes);
    tell(window.webContents, 'notice', { isFailure: false, message: `Saved as ${filePath}` });
  } catch (error) {
    log.error('A page could not be saved as a PDF', error);
    tell(window.webContents, 'notice', { isFailure: true, message: `${filePath} could not be written` });
  }
};
