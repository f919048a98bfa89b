import type { FileInfo, RecordFiles, Resource } from '#shared/resource-kit/define-resource.ts';
import { type Field, hasFileFields, isFileField } from '#shared/resource-kit/fields.ts';
import { filesColumn } from '../database/codec.ts';
import type { Row } from '../database/tables.ts';

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

const isUnchanged = ({ fields }: Resource, row: Row, current: Row): boolean =>
  row[filesColumn] === current[filesColumn] &&
  Object.keys(fields).every((name) => row[name] === current[name] || !isFileField(fields[name] as Field));

/**
 * Merges the file details of a row with those of the current one. An unchanged file keeps its name, and details of
 * removed files are dropped.
 */
export const withFiles = (resource: Resource, row: Row, current: Row | null): Row => {
  if (!hasFileFields(resource) || (current && isUnchanged(resource, row, current))) return row;
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

/** Returns whether the original name of a file differs between two states of a record. */
export const isFileRenamed = (name: string, before: Row | null, after: Row | null): boolean =>
  (getFileInfos(before)[name]?.name ?? null) !== (getFileInfos(after)[name]?.name ?? null);
