import { openFailedRecordsDialog } from '../../resource-kit/bulk/bulk-change.tsx';
import { getFailedRecords } from '../../resource-kit/bulk/bulk-client.ts';
import { reportError } from '../../resource-kit/errors.ts';

/** Shows why a change of all uses of a file failed. */
export const reportFailure = (error: unknown, title: string): void => {
  const failures = getFailedRecords(error);
  if (failures.failedCount === 0) reportError(error);
  else openFailedRecordsDialog({ title, explanation: 'Nothing was changed, because of these items:', ...failures });
};
