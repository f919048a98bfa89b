import assert from 'node:assert/strict';
import type { ImportReport } from '../../../src/shared/import.ts';
import type { BenchServer } from './bench-server.ts';

/** Imports a file of products, all of whose rows are valid. */
export const importProducts = async (
  { url, headers }: BenchServer,
  { file, name = 'products.csv', query = '' }: { file: Blob; name?: string; query?: string },
): Promise<ImportReport> => {
  const form = new FormData();
  form.set('excel', file, name);
  const response = await fetch(`${url}/v1/product/upload-csv${query}`, {
    method: 'POST',
    headers,
    body: form,
  });
  const { report } = (await response.json()) as { report: ImportReport };
  assert.equal(report.failed, 0);
  return report;
};
