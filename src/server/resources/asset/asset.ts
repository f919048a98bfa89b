import { sql } from 'kysely';
import { z } from 'zod';
import { formatCrop, parseCrop, parseFocalPoint } from '#shared/image-edit.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { formatCountInSentence, formatList } from '#shared/resource-kit/labels.ts';
import { createSchema, recordSchema, updateSchema } from '#shared/resource-kit/schemas.ts';
import { idOf } from '#shared/resource-kit/shapes.ts';
import { maxTextLength } from '#shared/resource-kit/values.ts';
import { asset } from '#shared/resources/asset.ts';
import { type Database, type Row, resourceTables } from '../../database/tables.ts';
import { storedFileType } from '../../files/file-storage.ts';
import { AppError, validationError } from '../../lib/app-error.ts';
import { claimFiles, findAssets, releaseFiles } from '../../records/assets.ts';
import { createWriteContext, type OperationsContext, type ResourceHooks } from '../../records/hooks.ts';
import { matchesYesNo } from '../../records/list-query.ts';
import type { Extension, Operations, WriteOptions } from '../../records/operations.ts';
import { prepareFile } from '../../records/prepare-values.ts';
import { getFileInfos } from '../../records/record-files.ts';
import type { RowUpdate } from '../../records/stored-rows.ts';
import {
  countByResource,
  countSimilar,
  countUsers,
  describeFileUses,
  filesOf,
  isDuplicate,
  isOfProduct,
  isSimilarTo,
  isTooSmall,
  isUsed,
  isWrongShape,
  matchesProducts,
} from './uses.ts';

/** Tags as they are stored: each once, in the order of their first mention. */
const joinTags = (text: string): string => {
  const tags = text.split(',').map((tag) => tag.trim());
  const keys = tags.map((tag) => tag.toLowerCase());
  return tags.filter((tag, index) => tag && keys.indexOf(keys[index] ?? '') === index).join(', ');
};

const invalid = (field: string, message: string) => validationError([{ field, message }]);

/** Throws if another asset has one of the files. */
const claim = async (database: Database, rows: readonly Row[]): Promise<void> => {
  const claims = rows.flatMap((row) => filesOf(row).map((file) => ({ file, assetId: String(row._id) })));
  const assigned = await claimFiles(database, claims);
  if (claims.every(({ file, assetId }) => assigned.get(file) === assetId)) return;
  throw invalid('file', 'This file is in the library already');
};

/** Throws unless an asset gets only files that it has had, such as its original. */
const assertOwn = async (database: Database, changes: readonly RowUpdate[]): Promise<void> => {
  for (const { row, current } of changes) {
    if (!current || (row.file === current.file && row.original === current.original)) continue;
    const files = filesOf(row);
    const owners = await findAssets(database, files);
    if (files.every((file) => owners.get(file) === row._id)) continue;
    throw invalid('file', 'A file of the library can’t be changed. Add the other one and replace this one by it.');
  }
};

const assertValid = ({ crop, focalPoint }: Row): void => {
  if (crop !== formatCrop(parseCrop(String(crop)))) throw invalid('crop', 'Enter a crop such as 0 10 0 80 100');
  if (focalPoint && !parseFocalPoint(String(focalPoint)))
    throw invalid('focalPoint', 'Enter a focal point such as 30% 20%');
};

const hooks: ResourceHooks = {
  filters: {
    isUsed: (value) => matchesYesNo(value, isUsed),
    // A partial index needs this to the letter (migration 0012).
    isMissingAlt: (value) => matchesYesNo(value, sql<boolean>`(asset.type = 'image' and asset.alt = '')`),
    isTooSmall: (value) => matchesYesNo(value, isTooSmall),
    isWrongShape: (value) => matchesYesNo(value, isWrongShape),
    isDuplicate: (value) => matchesYesNo(value, isDuplicate),
    similarTo: isSimilarTo,
    productId: isOfProduct,
  },
  listColumns: ['type', 'size'],
  searchOthers: matchesProducts,
  beforeWrite: async ({ database, actor }, changes) => {
    for (const { row } of changes) assertValid(row);
    await assertOwn(database, changes);
    await claim(
      database,
      changes.flatMap(({ row, current }) => (current ? [] : [row])),
    );
    return changes.map(({ row, current }) => {
      const info = getFileInfos(row).file;
      return {
        ...row,
        name: row.name || info?.name || row.file,
        tags: joinTags(String(row.tags)),
        type: storedFileType(String(row.file))?.kind ?? null,
        size: info?.size ?? null,
        width: info?.width ?? null,
        height: info?.height ?? null,
        isKept: 1,
        uploadedBy: current ? current.uploadedBy : (actor?.userId ?? null),
      };
    });
  },
  beforeDelete: async ({ database }, rows) => {
    for (const row of rows) {
      const uses = await countByResource(database, filesOf(row));
      if (uses.length === 0) continue;
      const users = uses.map(({ resource, total }) => formatCountInSentence(total, resource));
      throw new AppError('conflict', `“${row.name}” can’t be deleted because it’s used by ${formatList(users)}`);
    }
    await releaseFiles(
      database,
      rows.map(({ _id }) => String(_id)),
    );
  },
};

/** Adds what isn't a field: the columns that only the server writes, the name of the uploader, and the number of uses. */
const complete = async (database: Database, records: readonly AnyRecord[]): Promise<AnyRecord[]> => {
  if (records.length === 0) return [];
  const counts = await countUsers(database, records.flatMap(filesOf));
  const tables = resourceTables(database);
  const rows = await tables
    .selectFrom(asset.name)
    .leftJoin('user', 'user._id', 'asset.uploadedBy')
    .select(['asset._id', 'asset.type', 'asset.size', 'asset.uploadedBy', 'user.name as uploadedByName'])
    .select(countSimilar.as('similarCount'))
    .where(
      'asset._id',
      'in',
      records.map(({ _id }) => _id),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row._id, row]));
  return records.map((record) => ({
    ...record,
    ...byId.get(record._id),
    _id: record._id,
    similarCount: Number(byId.get(record._id)?.similarCount ?? 0),
    useCount: filesOf(record).reduce((total, file) => total + (counts.get(file) ?? 0), 0),
  }));
};

/** Stores an uploaded file, so that it can be compared with those of the library. */
const storeFile = ({ files, databaseHandle }: OperationsContext, { file, files: inputs }: Row) =>
  files.transaction(async (transaction) => {
    const input = (inputs as { file?: { name?: string } } | undefined)?.file;
    const stored = await prepareFile(asset.fields.file, { value: String(file), input }, transaction);
    if ('error' in stored) throw validationError([{ field: 'file', message: stored.error }]);
    await transaction.commit(databaseHandle.database);
    return stored;
  });

const assetOperations = (standard: Operations, context: OperationsContext): Operations => {
  const { databaseHandle } = context;
  const { database } = databaseHandle;
  const completeOne = async (from: Database, record: AnyRecord): Promise<AnyRecord> =>
    (await complete(from, [record]))[0] ?? record;
  /** Runs a save whose response has the whole asset. */
  const save = async (
    { beforeCommit, ...options }: WriteOptions,
    write: (options: WriteOptions) => Promise<AnyRecord>,
  ): Promise<AnyRecord> => {
    let completed: AnyRecord | undefined;
    const record = await write({
      ...options,
      beforeCommit: async (context, written) => {
        completed = await completeOne(context.database, written);
        await beforeCommit?.(context, completed);
      },
    });
    return completed ?? record;
  };
  return {
    ...standard,
    list: async (query) => {
      const { data, ...found } = await standard.list(query);
      return { data: await complete(database, data), ...found };
    },
    get: async (id) => completeOne(database, await standard.get(id)),
    usedBy: async (id) => describeFileUses(database, filesOf(await standard.get(id))),
    create: async (values, options) => {
      const { value, file } = await storeFile(context, values);
      const id = (await findAssets(database, [value])).get(value);
      if (id === undefined) {
        return save(options, (own) => standard.create({ ...values, file: value, files: { file } }, own));
      }
      options.notices?.push({ field: 'file', message: `${file.name ?? 'This file'} is in the library already` });
      return save(options, async ({ beforeCommit, actor }) => {
        const record = await standard.get(id);
        await databaseHandle.transaction(async (transaction) => {
          await beforeCommit?.(createWriteContext({ actor, databaseHandle, database: transaction }), record);
        });
        return record;
      });
    },
    update: (id, values, options) => save(options, (own) => standard.update(id, values, own)),
  };
};

const serverShape = {
  type: z.string().nullable().optional().meta({ example: 'image', description: 'image, pdf, video or captions' }),
  size: z.number().nullable().optional().meta({ example: 84_210, description: 'In bytes' }),
  uploadedBy: idOf('user', 'Who added it').nullable().optional(),
  uploadedByName: z.string().nullable().optional().meta({ example: 'Ada' }),
  useCount: z.number().optional().meta({ example: 2, description: 'Number of records that use it' }),
  similarCount: z.number().optional().meta({ example: 1, description: 'Number of other files that show the same' }),
};

/** Clients can send a record back as they read it. */
const readOnly = Object.fromEntries(Object.keys(serverShape).map((name) => [name, z.unknown().optional()]));

const tagList = z.string().max(maxTextLength(asset.fields.tags));

export const assetExtension: Extension = {
  hooks,
  operations: assetOperations,
  schemas: {
    record: recordSchema(asset).and(z.object(serverShape)),
    saved: recordSchema(asset).and(z.object(serverShape)),
    listed: recordSchema(asset).and(z.object(serverShape)),
    create: createSchema(asset, readOnly),
    update: updateSchema(asset, readOnly),
  },
  bulk: {
    schema: z.strictObject({
      alt: z.string().max(asset.fields.alt.maxLength).optional().meta({ example: 'A blue pen' }),
      addTags: tagList.optional().meta({ example: 'autumn, studio' }),
      removeTags: tagList.optional().meta({ example: 'draft' }),
    }),
    computeChanges: ({ addTags, removeTags, ...values }, current) => {
      const removed = new Set(
        joinTags(String(removeTags ?? ''))
          .toLowerCase()
          .split(', '),
      );
      const tags = joinTags(`${current.tags}, ${addTags ?? ''}`).split(', ');
      return { ...values, tags: tags.filter((tag) => !removed.has(tag.toLowerCase())).join(', ') };
    },
  },
};
