import { saveExport } from '../../resource/client.ts';
import { reportError } from '../../resource/errors.ts';
import { showSuccess } from '../../ui/toasts.tsx';
import { getImportState } from './import-store.ts';

export const saveErrors = async (): Promise<void> => {
  const { outcome } = getImportState();
  if (!outcome) return;
  try {
    const fileName = await saveExport({
      resource: 'import',
      what: 'error-list',
      format: 'xlsx',
      query: { job: outcome.jobId },
      fileName: 'import-errors.xlsx',
    });
    if (fileName !== null) showSuccess(`Error list saved as ${fileName}`);
  } catch (error) {
    reportError(error);
  }
};

export const downloadTemplate = async (): Promise<void> => {
  try {
    const fileName = await saveExport({
      resource: 'product',
      what: 'import-template',
      format: 'xlsx',
      query: {},
      fileName: 'product-import.xlsx',
    });
    if (fileName !== null) showSuccess(`Template saved as ${fileName}`);
  } catch (error) {
    reportError(error);
  }
};
