import type { IpcInput, SpreadsheetResult } from '#shared/ipc.ts';
import { previewSpreadsheet } from '../../spreadsheet/preview.ts';
import { SpreadsheetProblem } from '../../spreadsheet/problem.ts';
import { log } from '../log.ts';
import { FileGone } from './file-gone.ts';
import type { LocalFiles } from './local-files.ts';

/** Reads the beginning of a picked spreadsheet, in a worker with limits. */
export const previewLocalSpreadsheet = async (
  { id, sheet }: IpcInput<'readSpreadsheet'>,
  localFiles: Pick<LocalFiles, 'findPath'>,
): Promise<SpreadsheetResult> => {
  try {
    const source = await localFiles.findPath(id);
    return { preview: await previewSpreadsheet({ ...source, ...(sheet && { sheet }) }) };
  } catch (error) {
    const isFileGone = error instanceof FileGone;
    if (isFileGone || error instanceof SpreadsheetProblem) return { problem: error.message, isFileGone };
    log.error('A spreadsheet could not be read', error);
    return { problem: 'The file could not be read. Try once more', isFileGone };
  }
};
