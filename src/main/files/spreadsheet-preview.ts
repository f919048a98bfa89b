import type { IpcInput, SpreadsheetResult } from '#shared/ipc.ts';
import { productTitles } from '#shared/product/import-columns.ts';
import { SpreadsheetError } from '../../spreadsheet/errors.ts';
import { previewSpreadsheet } from '../../spreadsheet/read.ts';
import { log } from '../log.ts';
import { FileUnavailableError, type LocalFiles } from './local-files.ts';

export const previewLocalSpreadsheet = async (
  { id, ...format }: IpcInput<'previewSpreadsheet'>,
  localFiles: Pick<LocalFiles, 'getPath'>,
): Promise<SpreadsheetResult> => {
  try {
    const source = await localFiles.getPath(id);
    return { preview: await previewSpreadsheet({ ...source, ...format, knownTitles: productTitles }) };
  } catch (error) {
    const isFileUnavailable = error instanceof FileUnavailableError;
    if (isFileUnavailable || error instanceof SpreadsheetError) return { error: error.message, isFileUnavailable };
    log.error("Couldn't read a spreadsheet", error);
    return { error: 'Couldn’t read the file. Try again.', isFileUnavailable };
  }
};
