import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { isFileField } from '#shared/resource-kit/fields.ts';
import { createSchema } from '#shared/resource-kit/schemas.ts';
import { resources } from '#shared/resources/index.ts';
import { errorCode } from '../database/database-errors.ts';
import { type Database, type Row, resourceTables } from '../database/tables.ts';
import type { FileTransaction } from '../files/file-store.ts';
import { AppError } from '../lib/app-error.ts';
import type { OperationsContext, WriteContext } from '../records/hooks.ts';
import { prepareValues } from '../records/prepare-values.ts';
import { writeRecords } from '../records/write.ts';

/**
 * `_key` names a record for references from other files, `createdAt` overrides the creation time, and images are
 * paths below the folder.
 */
const sampleFileSchema = z.array(z.record(z.string(), z.unknown()));

type SampleRecord = { key: string | undefined; createdAt: string | undefined; prepared: Row };
type SampleTable = { resource: Resource; records: SampleRecord[] };

/** Validated sample data with stored images, ready to be written. */
export type Sample = { write: (write: WriteContext) => Promise<void> };

const toFileInput = async (sampleDir: string, path: string) => {
  const bytes = await readFile(join(sampleDir, path));
  return `${basename(path)}@@data:;base64,${bytes.toString('base64')}`;
};

const readRecords = async (sampleDir: string, resource: Resource): Promise<Row[]> => {
  try {
    return sampleFileSchema.parse(
      JSON.parse(await readFile(join(sampleDir, `${resource.name}.json`), 'utf8')),
    );
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
};

const prepareTable = async (
  { sampleDir, files }: { sampleDir: string; files: FileTransaction },
  resource: Resource,
): Promise<SampleTable> => {
  const records: SampleRecord[] = [];
  for (const { _key, createdAt, ...values } of await readRecords(sampleDir, resource)) {
    for (const [name, field] of Object.entries(resource.fields)) {
      const value = values[name];
      if (isFileField(field) && typeof value === 'string') values[name] = await toFileInput(sampleDir, value);
    }
    const parsed = createSchema(resource).parse(values) as Row;
    const prepared = await prepareValues({ resource, values: parsed, files });
    records.push({
      key: typeof _key === 'string' ? `${resource.name}/${_key}` : undefined,
      createdAt: typeof createdAt === 'string' ? createdAt : undefined,
      prepared,
    });
  }
  return { resource, records };
};

const assertEmpty = async (database: Database) => {
  for (const resource of resources) {
    const found = await resourceTables(database).selectFrom(resource.name).select('_id').limit(1).execute();
    if (found.length === 0) continue;
    throw new AppError('conflict', 'Sample data can only be added to an empty database');
  }
};

const resolveReferences = (resource: Resource, values: Row, ids: Map<string, string>): Row => {
  const resolved = { ...values };
  for (const [name, field] of Object.entries(resource.fields)) {
    const key = values[name];
    if (field.kind === 'reference' && typeof key === 'string') {
      resolved[name] = ids.get(`${field.to}/${key}`) ?? key;
    }
  }
  return resolved;
};

type SampleOptions = { sampleDir: string; context: OperationsContext; files: FileTransaction };

/** Reads the sample data and stores its images. Records are written in the order of `resources`. */
export const prepareSample = async ({ sampleDir, context, files }: SampleOptions): Promise<Sample> => {
  const tables: SampleTable[] = [];
  for (const resource of resources) tables.push(await prepareTable({ sampleDir, files }, resource));
  if (tables.every(({ records }) => records.length === 0)) {
    throw new AppError('notFound', 'This server doesn’t include sample data');
  }
  return {
    write: async (write) => {
      await assertEmpty(write.database);
      const ids = new Map<string, string>();
      for (const { resource, records } of tables) {
        const drafts = records.map(({ createdAt, prepared }) => ({
          values: resolveReferences(resource, prepared, ids),
          preserved: createdAt === undefined ? {} : { createdAt },
        }));
        const written = await writeRecords({ resource, context }, write, drafts);
        for (const [index, { key }] of records.entries()) {
          if (key) ids.set(key, String(written[index]?.row._id));
        }
      }
    },
  };
};
