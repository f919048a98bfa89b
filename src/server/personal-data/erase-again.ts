import type { Logger } from 'pino';
import { referencesTo } from '#shared/resources/index.ts';
import { user } from '#shared/resources/user.ts';
import { AppError } from '../lib/app-error.ts';
import { executeDeletion } from '../records/delete.ts';
import type { OperationsContext, WriteContext } from '../records/hooks.ts';
import { createRepository } from '../records/repository.ts';
import { erasePersonalData, findDeletedUser, type Identity } from './erase.ts';

const nobody: Identity = { name: '', email: '', phone: '' };

const deleteUser = async (context: OperationsContext, write: WriteContext, userId: string): Promise<void> => {
  const rows = await createRepository(user, write.database).findRows([userId]);
  if (rows.length === 0) return;
  await context.getHooks(user.name).beforeDelete?.(write, rows);
  const groups = [];
  for (const { resource, fieldName } of referencesTo(user.name)) {
    const ids = await createRepository(resource, write.database).findReferrerIds(fieldName, [userId]);
    groups.push({ resource, ids });
  }
  await executeDeletion(context, write, [...groups, { resource: user, ids: [userId] }]);
};

/**
 * Erases users again whose data a restored backup has brought back. The audit log, which survives a restore, names
 * them.
 */
export const eraseAgain = async (
  write: WriteContext,
  { context, log }: { context: OperationsContext; log: Logger },
): Promise<void> => {
  const { database } = write;
  const erased = await database
    .selectFrom('audit')
    .select('subjectId')
    .distinct()
    .where('event', '=', 'personalDataErased')
    .execute();
  for (const { subjectId: userId } of erased) {
    if (userId === null) continue;
    try {
      await deleteUser(context, write, userId);
    } catch (error) {
      // The last admin can't be erased, because the restored data would be inaccessible.
      if (!(error instanceof AppError)) throw error;
      log.warn({ userId }, 'an erased user is back, because the restored data has no other admin');
      continue;
    }
    const identity = (await findDeletedUser(database, userId)) ?? nobody;
    await erasePersonalData(write, { userId, identity });
  }
};
