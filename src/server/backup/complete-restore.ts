import type { Logger } from 'pino';
import { recordInTransaction } from '../audit/record.ts';
import { eraseAgain } from '../personal-data/erase-again.ts';
import { createWriteContext, type OperationsContext } from '../records/hooks.ts';
import { restoredAtSetting } from './prepare-restored.ts';

/**
 * Completes a restore when the server starts on the restored data: erases personal data that the backup brought back,
 * and adds the restore to the audit log.
 */
export const completeRestore = (context: OperationsContext, log: Logger): Promise<void> =>
  context.databaseHandle.transaction(async (database) => {
    const restored = await database
      .deleteFrom('setting')
      .where('_id', '=', restoredAtSetting)
      .returning('value')
      .executeTakeFirst();
    if (!restored) return;
    const { databaseHandle } = context;
    const write = createWriteContext({ databaseHandle, database, actor: null });
    await eraseAgain(write, { context, log });
    await recordInTransaction(write, [{ event: 'backupRestored', detail: `Restored at ${restored.value}` }]);
  });
