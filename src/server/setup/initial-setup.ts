import type { z } from 'zod';
import type { setupRequestSchema } from '#shared/api.ts';
import { createSchema } from '#shared/resource-kit/schemas.ts';
import { user } from '#shared/resources/user.ts';
import { isSetupNeeded } from '../auth/accounts.ts';
import { assertGoodPassword } from '../auth/password-rules.ts';
import { hashPassword, setPassword } from '../auth/passwords.ts';
import type { Database, Row } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';
import { createWriteContext, type OperationsContext } from '../records/hooks.ts';
import { writeRecords } from '../records/write.ts';
import { prepareSample } from './prepare-sample.ts';

/** Creates the first administrator and optionally the sample data. Throws if the server is already set up. */
export type InitialSetup = (request: z.output<typeof setupRequestSchema>) => Promise<void>;

const assertNotSetUp = async (database: Database) => {
  if (await isSetupNeeded(database)) return;
  throw new AppError('conflict', 'This server is already set up. Log in instead.');
};

export const createInitialSetup =
  ({ context, sampleDir }: { context: OperationsContext; sampleDir: string }): InitialSetup =>
  ({ name, email, password, sample: hasSample }) =>
    context.files.transaction(async (files) => {
      const { databaseHandle } = context;
      const sample = hasSample ? await prepareSample({ sampleDir, context, files }) : null;
      await assertNotSetUp(databaseHandle.database);
      await assertGoodPassword(password, { owner: { name, email } });
      const passwordHash = await hashPassword(password);
      const administrator = createSchema(user).parse({ name, email, role: 'ADMIN' }) as Row;
      await databaseHandle.transaction(async (database) => {
        const write = createWriteContext({ databaseHandle, database, actor: null });
        // Of two concurrent setups, the second waits here and then finds the account of the first.
        await databaseHandle.lockTable(database, 'user');
        await assertNotSetUp(database);
        await sample?.write(write);
        await files.commit();
        const [written] = await writeRecords({ resource: user, context }, write, [{ values: administrator }]);
        await setPassword(database, {
          userId: String(written?.row._id),
          passwordHash,
          mustChange: false,
        });
      });
    });
