import { saveExport } from '../../resource-kit/client.ts';
import { reportError } from '../../resource-kit/errors.ts';
import { showSuccess } from '../../ui/toasts.tsx';
import { getImportState } from './import-store.ts';

const download = async (name: string, request: Omit<Parameters<typeof saveExport>[0], 'format'>) => {
  try {
    const fileName = await saveExport({ ...request, format: 'xlsx' });
    if (fileName !== null) showSuccess(`${name} saved as ${fileName}`);
  } catch (error) {
    reportError(error);
  }
};

export const downloadErrors = async (): Promise<void> => {
  const { outcome } = getImportState();
  if (!outcome) return;
  const query = { job: outcome.jobId };
  const fileName = 'import-errors.xlsx';
  await download('Error list', { resource: 'import', endpoint: 'error-list', query, fileName });
};

export const downloadFailedRows = async (): Promise<void> => {
  const { outcome } = getImportState();
  if (!outcome) return;
  const query = { job: outcome.jobId, content: 'rows' };
  const fileName = 'import-rows.xlsx';
  await download('Failed rows', { resource: 'import', endpoint: 'error-list', query, fileName });
};

export const downloadTemplate = (): Promise<void> => {
  const fileName = 'product-import.xlsx';
  return download('Template', { resource: 'product', endpoint: 'import-template', query: {}, fileName });
};
