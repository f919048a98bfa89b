import { timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { setupRequestSchema } from '#shared/api.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { createSchema } from '#shared/resource-kit/schemas.ts';
import { resources } from '#shared/resources/index.ts';
import { user } from '#shared/resources/user.ts';
import type { Audit } from '../audit/record.ts';
import { isSetupNeeded } from '../auth/accounts.ts';
import { deriveCode, hashCode } from '../auth/password-reset.ts';
import { assertGoodPassword, hashPassword, setPassword } from '../auth/passwords.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { newId } from '../database/ids.ts';
import { type Database, findRecords, type Row } from '../database/tables.ts';
import type { FileTransaction } from '../files/file-store.ts';
import { AppError, StartupError, validationError } from '../lib/app-error.ts';
import type { ServerConfig } from '../lib/config.ts';
import { createWriteContext, type OperationsContext, type WriteContext } from '../records/hooks.ts';
import { buildSchemas } from '../records/operations.ts';
import { prepareValues } from '../records/prepare-values.ts';
import { type Draft, writeDrafts } from '../records/write.ts';
import { extensions } from '../resources/index.ts';

/** The code that creating the first admin takes, so that only who sees a server's output can do it. */
export type SetupCode = { code: string; assert: (sent: string | undefined) => void };

/** Servers with the same key have the same code, because a load balancer may send a request to any of them. */
export const createSetupCode = (key: Uint8Array): SetupCode => {
  const code = deriveCode(key, 'setup code');
  const expected = Buffer.from(hashCode(code));
  return {
    code,
    assert: (sent = '') => {
      if (timingSafeEqual(Buffer.from(hashCode(sent)), expected)) return;
      throw validationError([
        { field: 'code', message: 'Enter the setup code that the server printed when it started' },
      ]);
    },
  };
};

/** Creates the first administrator and optionally the sample data. Throws if the server is already set up. */
export type InitialSetup = (request: z.output<typeof setupRequestSchema>) => Promise<void>;

const assertNotSetUp = async (database: Database) => {
  if (await isSetupNeeded(database)) return;
  throw new AppError('conflict', 'This server is already set up. Log in instead.');
};

/** `_key` names a record for references from later files, `createdAt` overrides the creation time. */
const sampleFileSchema = z.array(z.record(z.string(), z.unknown()));

type SampleTable = { resource: Resource; drafts: Draft[] };

type SampleOptions = { sampleDir: string; context: OperationsContext; files: FileTransaction };

const toFileInput = (sampleDir: string, path: string) =>
  `${basename(path)}@@data:;base64,${readFileSync(join(sampleDir, path)).toString('base64')}`;

/** Resources by the name of the field or link that refers to them. */
const listTargets = ({ fields, links }: Resource): Map<string, string> =>
  new Map(
    Object.entries({ ...fields, ...links }).flatMap(([name, field]) => ('to' in field ? [[name, field.to]] : [])),
  );

/** Reads records, with the ids of those that they name by key and with the content of their files. */
const readRecords = (
  { sampleDir }: SampleOptions,
  { resource, ids }: { resource: Resource; ids: ReadonlyMap<string, string> },
): Row[] => {
  const targets = listTargets(resource);
  const revive = (name: string, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (/^(images|files)\//.test(value)) return toFileInput(sampleDir, value);
    return ids.get(`${targets.get(name)}/${value}`) ?? value;
  };
  const path = join(sampleDir, `${resource.name}.json`);
  return existsSync(path) ? sampleFileSchema.parse(JSON.parse(readFileSync(path, 'utf8'), revive)) : [];
};

const prepareTable = async (
  options: SampleOptions,
  { resource, ids }: { resource: Resource; ids: Map<string, string> },
): Promise<SampleTable> => {
  const { context, files } = options;
  const { create } = buildSchemas(resource, extensions[resource.name]);
  const drafts: Draft[] = [];
  for (const { _key, createdAt, ...values } of readRecords(options, { resource, ids })) {
    const _id = newId();
    if (_key !== undefined) ids.set(`${resource.name}/${_key}`, _id);
    const parsed = create.parse(values) as Row;
    drafts.push({
      values: await prepareValues({ resource, values: parsed, files }),
      related: await context.getHooks(resource.name).related?.prepare(parsed, files),
      preserved: { _id, ...(typeof createdAt === 'string' && { createdAt }) },
    });
  }
  return { resource, drafts };
};

/** Reads the sample data and stores its images. Records are written in the order of `resources`. */
const prepareSample = async (options: SampleOptions): Promise<{ write: (write: WriteContext) => Promise<void> }> => {
  const { context } = options;
  const tables: SampleTable[] = [];
  const ids = new Map<string, string>();
  for (const resource of resources) tables.push(await prepareTable(options, { resource, ids }));
  if (tables.every(({ drafts }) => drafts.length === 0)) {
    throw new AppError('notFound', 'This server doesn’t include sample data');
  }
  return {
    write: async (write) => {
      if (await findRecords(write.database))
        throw new AppError('conflict', 'Sample data can only be added to an empty database');
      for (const { resource, drafts } of tables) await writeDrafts({ resource, context }, write, drafts);
    },
  };
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
        await files.commit(database);
        const [written] = await writeDrafts({ resource: user, context }, write, [{ values: administrator }]);
        await setPassword(database, {
          userId: String(written?.row._id),
          passwordHash,
          mustChange: false,
        });
      });
    });

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
