import { loadOnce } from '#shared/load-once.ts';
import type { FileInfo, RecordFiles, Resource } from '#shared/resource-kit/define-resource.ts';
import { altNameOf, type Field, hasFileFields, isFileField, toImgAlt } from '#shared/resource-kit/fields.ts';
import { acceptsKind } from '#shared/uploads.ts';
import { filesColumn } from '../database/schema.ts';
import type { Database, Row } from '../database/tables.ts';
import { storedFileType } from '../files/file-storage.ts';
import type { FileTransaction } from '../files/file-store.ts';
import type { OperationsContext, UsedFile } from './hooks.ts';
import { createRepository } from './repository.ts';

/** Returns the original names and sizes of the files in a row or a history snapshot. */
export const getFileInfos = (row: Row | null): RecordFiles => (row?.[filesColumn] ?? {}) as RecordFiles;

const mergeInfo = (
  info: FileInfo | undefined,
  { before, isSame }: { before: FileInfo | undefined; isSame: boolean },
): FileInfo | undefined => {
  const previous = isSame ? before : undefined;
  if (!info || !previous) return info ?? previous;
  return { ...info, ...previous, name: info.name ?? previous.name, size: info.size };
};

/**
 * Merges the file details of a row with those of the current one. An unchanged file keeps its name, and details of
 * removed files are dropped.
 */
export const withFiles = (resource: Resource, row: Row, current: Row | null): Row => {
  if (!hasFileFields(resource)) return row;
  const [infos, currentInfos] = [getFileInfos(row), getFileInfos(current)];
  const merged: RecordFiles = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!isFileField(field) || typeof row[name] !== 'string') continue;
    const info = mergeInfo(infos[name], {
      before: currentInfos[name],
      isSame: current?.[name] === row[name],
    });
    if (info) merged[name] = info;
  }
  return { ...row, [filesColumn]: merged };
};

/** A new picture has no alternative text unless one is sent with it: the stored one describes the previous picture. */
export const clearOutdatedAlts = (resource: Resource, values: Row, current: Row): Row =>
  Object.fromEntries(
    Object.keys(values).flatMap((name) => {
      const isReplaced = resource.fields[name]?.kind === 'image' && values[name] !== current[name];
      return isReplaced && !(altNameOf(name) in values) ? [[altNameOf(name), '']] : [];
    }),
  );

/** Returns whether the original name of a file differs between two states of a record. */
export const isFileRenamed = (name: string, before: Row | null, after: Row | null): boolean =>
  (getFileInfos(before)[name]?.name ?? null) !== (getFileInfos(after)[name]?.name ?? null);

const storedImage = /src="\/uploads\/([^"]+)"/g;

const listFiles = (field: Field, value: unknown): string[] => {
  if (typeof value !== 'string') return [];
  if (field.kind === 'richText') return [...value.matchAll(storedImage)].map(([, name]) => name ?? '');
  return isFileField(field) ? [value] : [];
};

/** Returns the stored files that a row uses, with their fields. `isIncluded` selects the fields. */
export const collectFileUses = (
  resource: Resource,
  row: Row,
  isIncluded: (name: string) => boolean = () => true,
): { field: string; file: string }[] => {
  const used: { field: string; file: string }[] = [];
  for (const name in resource.fields) {
    const field = resource.fields[name];
    if (!field || !isIncluded(name)) continue;
    for (const file of listFiles(field, row[name])) used.push({ field: name, file });
  }
  return used;
};

/** Returns the stored files that a row uses, with their known names, sizes and alternative texts. */
export const describeFiles = (resource: Resource, row: Row, isIncluded?: (name: string) => boolean): UsedFile[] =>
  collectFileUses(resource, row, isIncluded).map(({ field, file }) => {
    const { name = null, size = null, ...dimensions } = getFileInfos(row)[field] ?? {};
    const alt = toImgAlt(row[altNameOf(field)]);
    return { file, name, size, alt, dimensions };
  });

type Owners = {
  resource: Resource;
  context: Pick<OperationsContext, 'getHooks'>;
  database: Database;
  ids: readonly string[];
};

const readSizes = async ({ resource, context, database, ids }: Owners): Promise<Map<string, number>> => {
  const related = await context.getHooks(resource.name).related?.readFiles?.(database, ids);
  const sizes = new Map<string, number>();
  for (const { file, size } of related ?? []) if (size !== null) sizes.set(file, size);
  for (const row of await createRepository(resource, database).findRows(ids)) {
    for (const { field, file } of collectFileUses(resource, row)) {
      const size = getFileInfos(row)[field]?.size;
      if (size !== undefined) sizes.set(file, size);
    }
  }
  return sizes;
};

/**
 * Lets records keep the files that they have without asking the storage for each. These exist: a file that a record stops
 * using is retained like one of a deleted record.
 */
export const withOwnFiles = (files: FileTransaction, owners: Owners): FileTransaction => {
  const getSizes = loadOnce(() => readSizes(owners));
  if (owners.ids.length === 0) return files;
  return {
    ...files,
    retain: async ({ filename, kind }) => {
      const size = acceptsKind(kind, storedFileType(filename)?.kind) ? (await getSizes()).get(filename) : undefined;
      return size === undefined ? files.retain({ filename, kind }) : { size, dimensions: null };
    },
  };
};
