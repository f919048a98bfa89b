import type { SetupRequest } from '#shared/api.ts';
import { createSchema } from '#shared/resource/schemas.ts';
import { user } from '#shared/resources/user.ts';
import { isSetupNeeded } from '../auth/accounts.ts';
import { hashPassword, setPassword } from '../auth/passwords.ts';
import type { Database, Row } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';
import { createWriteContext, type OperationsContext, type WriteContext } from '../records/hooks.ts';
import { writeRecords } from '../records/write.ts';

const refuseSecond = async (database: Database) => {
  if (await isSetupNeeded(database)) return;
  throw new AppError({ kind: 'conflict', message: 'This server is already set up. Log in instead.' });
};

/** Creates the first administrator after `beforeCreate`, in one transaction. Throws if the server is already set up. */
export const runSetup = async ({
  context,
  request: { name, email, password },
  beforeCreate,
}: {
  context: OperationsContext;
  request: Pick<SetupRequest, 'name' | 'email' | 'password'>;
  beforeCreate: (write: WriteContext) => Promise<void>;
}): Promise<void> => {
  const { databaseHandle } = context;
  await refuseSecond(databaseHandle.database);
  const passwordHash = await hashPassword(password);
  const administrator = createSchema(user).parse({ name, email, role: 'ADMIN' }) as Row;
  await databaseHandle.transaction(async (database) => {
    const write = createWriteContext({ databaseHandle, database, actor: null });
    // Of two concurrent setups, the second waits here and then finds the account of the first.
    await databaseHandle.lockTable(database, 'user');
    await refuseSecond(database);
    await beforeCreate(write);
    const [written] = await writeRecords({ resource: user, context }, write, [{ values: administrator }]);
    await setPassword(database, { userId: String(written?.row._id), passwordHash });
  });
};
