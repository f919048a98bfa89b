import { setupRequestSchema } from '#shared/api.ts';
import type { Audit } from '../audit/record.ts';
import { isSetupNeeded } from '../auth/accounts.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { AppError, StartupError } from '../lib/app-error.ts';
import type { ServerConfig } from '../lib/config.ts';
import type { InitialSetup } from './initial-setup.ts';

/** Creates the admin account of the configuration, unless there is a user. */
export const createFirstAdmin = async (
  { firstAdmin }: ServerConfig,
  { databaseHandle, initialSetup, audit }: { databaseHandle: DatabaseHandle; initialSetup: InitialSetup; audit: Audit },
) => {
  if (!firstAdmin || !(await isSetupNeeded(databaseHandle.database))) return;
  const { email, password, hasSample } = firstAdmin;
  const request = setupRequestSchema.safeParse({ name: 'Administrator', email, password, sample: hasSample });
  if (!request.success) {
    throw new StartupError(
      `Couldn't create the first admin account: ${request.error.issues[0]?.message}`,
      'BACKOFFICE_ADMIN_EMAIL and BACKOFFICE_ADMIN_PASSWORD',
    );
  }
  await initialSetup(request.data).catch((error: unknown) => {
    throw error instanceof AppError
      ? new StartupError(`Couldn't create the first admin account: ${error.message}`, 'BACKOFFICE_ADMIN_PASSWORD')
      : error;
  });
  audit.record({ event: 'setup' });
};
