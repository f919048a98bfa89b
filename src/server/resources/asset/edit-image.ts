import { formatCrop, formatFocalPoint, type ImageEdit, parseCrop } from '#shared/image-edit.ts';
import type { FileInfo } from '#shared/resource-kit/define-resource.ts';
import { asset } from '#shared/resources/asset.ts';
import type { Row } from '../../database/tables.ts';
import { storedFileType } from '../../files/file-storage.ts';
import type { FileTransaction } from '../../files/file-store.ts';
import { cropImage } from '../../files/images/crop-image.ts';
import { AppError, validationError } from '../../lib/app-error.ts';
import { claimFiles } from '../../records/assets.ts';
import { type ChangeOptions, runBulkTransaction } from '../../records/bulk-transaction.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import { prepareFile } from '../../records/prepare-values.ts';
import { getFileInfos } from '../../records/record-files.ts';
import type { ReplaceOutcome } from '../../records/replace.ts';
import { createRepository } from '../../records/repository.ts';
import { notFoundError, writeMany } from '../../records/write.ts';
import { replaceFile } from './replace.ts';

type Edited = { file: string; original: string | null; crop: string; files: Record<string, FileInfo | undefined> };

/** Stores the image of an asset as it is cropped, from its original. */
const storeCropped = async (
  { files: { storage } }: OperationsContext,
  row: Row,
  crop: NonNullable<ImageEdit['crop']>,
  files: FileTransaction,
): Promise<Edited> => {
  const infos = getFileInfos(row);
  const source = String(row.original ?? row.file);
  const info = (row.original ? infos.original : infos.file) ?? { name: String(row.name), size: 0 };
  if (formatCrop(crop) === '') return { file: source, original: null, crop: '', files: { file: info } };
  const cropped = await storage.withLocalFile(source, (path) => cropImage(path, crop));
  if ('error' in cropped) throw validationError([{ field: 'crop', message: cropped.error }]);
  const value = `${source}@@data:${storedFileType(source)?.mime};base64,${cropped.bytes.toString('base64')}`;
  const stored = await prepareFile(asset.fields.file, { value }, files);
  if ('error' in stored) throw validationError([{ field: 'crop', message: stored.error }]);
  const file = { ...stored.file, name: info.name };
  return { file: stored.value, original: source, crop: formatCrop(crop), files: { file, original: info } };
};

/**
 * Crops or turns an image of the library in all records that use it, and sets its focal point, as one change. The edited
 * image is a new file, so that no cache shows the former one.
 */
export const editImage = (
  outer: OperationsContext,
  { id, crop, focalPoint }: ImageEdit & { id: string },
  options: ChangeOptions<ReplaceOutcome>,
): Promise<ReplaceOutcome> =>
  // Decode the image before opening the transaction, so that other saves don't wait for it.
  outer.files.transaction(async (files) => {
    const found = await createRepository(asset, outer.databaseHandle.database).findRowsById([id]);
    const row = found.get(id);
    if (!row) throw notFoundError(asset);
    if (storedFileType(String(row.file))?.kind !== 'image') {
      throw validationError([{ field: 'crop', message: 'Only images can be edited' }]);
    }
    const isCropped = crop !== undefined && formatCrop(crop) !== formatCrop(parseCrop(String(row.crop)));
    const edited = isCropped ? await storeCropped(outer, row, crop, files) : null;
    const commit: ChangeOptions<ReplaceOutcome>['beforeCommit'] = async (write, outcome) => {
      await options.beforeCommit(write, outcome);
      await files.commit(write.database);
    };
    return runBulkTransaction(outer, { ...options, beforeCommit: commit }, async (transaction) => {
      const { write, context, applyToAll, failed } = transaction;
      const rows = await createRepository(asset, write.database).findRowsById([id], { forUpdate: true });
      const current = rows.get(id);
      if (current?.version !== row.version)
        throw new AppError('conflict', 'The image was changed meanwhile. Try again.');
      let changed = 0;
      if (edited) {
        await claimFiles(write.database, [{ file: edited.file, assetId: id }]);
        const info = { ...edited.files.file };
        changed = await replaceFile(transaction, String(row.file), { file: edited.file, info });
      }
      const values = { ...edited, ...(focalPoint !== undefined && { focalPoint: formatFocalPoint(focalPoint) }) };
      await applyToAll([current], {
        toRecord: () => ({ id, label: String(row.name) }),
        apply: () => writeMany({ resource: asset, context }, write, [{ id, current, values }]),
      });
      return { title: String(row.name), changed, changeId: write.changeId, failed };
    });
  });
