import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { resources } from '#shared/resources/index.ts';
import { errorCode } from '../database/database-errors.ts';
import { newId } from '../database/ids.ts';
import { type Database, type Row, resourceTables } from '../database/tables.ts';
import type { FileTransaction } from '../files/file-store.ts';
import { AppError } from '../lib/app-error.ts';
import { buildSchemas } from '../records/extension.ts';
import type { OperationsContext, WriteContext } from '../records/hooks.ts';
import { prepareValues } from '../records/prepare-values.ts';
import { type Draft, writeRecords } from '../records/write.ts';
import { extensions } from '../resources/index.ts';

/** `_key` names a record for references from later files, `createdAt` overrides the creation time. */
const sampleFileSchema = z.array(z.record(z.string(), z.unknown()));

type SampleTable = { resource: Resource; drafts: Draft[] };

/** Validated sample data with stored images, ready to be written. */
export type Sample = { write: (write: WriteContext) => Promise<void> };

type SampleOptions = { sampleDir: string; context: OperationsContext; files: FileTransaction };

const toFileInput = (sampleDir: string, path: string) =>
  `${basename(path)}@@data:;base64,${readFileSync(join(sampleDir, path)).toString('base64')}`;

/** Resources by the name of the field or link that refers to them. */
const listTargets = ({ fields, links }: Resource): Map<string, string> =>
  new Map(
    Object.entries({ ...fields, ...links }).flatMap(([name, field]) =>
      'to' in field ? [[name, field.to]] : [],
    ),
  );

const readRecordsFile = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '[]';
    throw error;
  }
};

/** Reads records, with the ids of those that they name by key and with the content of their files. */
const readRecords = async (
  { sampleDir }: SampleOptions,
  { resource, ids }: { resource: Resource; ids: ReadonlyMap<string, string> },
): Promise<Row[]> => {
  const targets = listTargets(resource);
  const revive = (name: string, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (/^(images|files)\//.test(value)) return toFileInput(sampleDir, value);
    return ids.get(`${targets.get(name)}/${value}`) ?? value;
  };
  const text = await readRecordsFile(join(sampleDir, `${resource.name}.json`));
  return sampleFileSchema.parse(JSON.parse(text, revive));
};

const prepareTable = async (
  options: SampleOptions,
  { resource, ids }: { resource: Resource; ids: Map<string, string> },
): Promise<SampleTable> => {
  const { context, files } = options;
  const { create } = buildSchemas(resource, extensions[resource.name]);
  const drafts: Draft[] = [];
  for (const { _key, createdAt, ...values } of await readRecords(options, { resource, ids })) {
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

const assertEmpty = async (database: Database) => {
  for (const resource of resources) {
    const found = await resourceTables(database).selectFrom(resource.name).select('_id').limit(1).execute();
    if (found.length === 0) continue;
    throw new AppError('conflict', 'Sample data can only be added to an empty database');
  }
};

/** Reads the sample data and stores its images. Records are written in the order of `resources`. */
export const prepareSample = async (options: SampleOptions): Promise<Sample> => {
  const { context } = options;
  const tables: SampleTable[] = [];
  const ids = new Map<string, string>();
  for (const resource of resources) tables.push(await prepareTable(options, { resource, ids }));
  if (tables.every(({ drafts }) => drafts.length === 0)) {
    throw new AppError('notFound', 'This server doesn’t include sample data');
  }
  return {
    write: async (write) => {
      await assertEmpty(write.database);
      for (const { resource, drafts } of tables) await writeRecords({ resource, context }, write, drafts);
    },
  };
};
