import { recordInTransaction } from '../audit/record.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { restoredAtSetting } from './prepare-restored.ts';

/** Completes a restore when the server starts on the restored data: the audit log gets its entry. */
export const completeRestore = (databaseHandle: DatabaseHandle): Promise<void> =>
  databaseHandle.transaction(async (database) => {
    const restored = await database
      .deleteFrom('setting')
      .where('_id', '=', restoredAtSetting)
      .returning('value')
      .executeTakeFirst();
    if (!restored) return;
    const detail = `Restored at ${restored.value}`;
    await recordInTransaction({ database, databaseHandle, actor: null }, [
      { event: 'backupRestored', detail },
    ]);
  });
