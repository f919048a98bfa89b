import { type VariantInput, variantInputsSchema } from '#shared/product/variant.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { altNameOf, isFileField } from '#shared/resource-kit/fields.ts';
import { asset } from '#shared/resources/asset.ts';
import { findResource } from '#shared/resources/index.ts';
import type { Row } from '../../database/tables.ts';
import { AppError } from '../../lib/app-error.ts';
import { type BulkTransaction, type ChangeOptions, runBulkTransaction } from '../../records/bulk-transaction.ts';
import type { OperationsContext, WriteContext } from '../../records/hooks.ts';
import { getFileInfos } from '../../records/record-files.ts';
import type { Replacement, ReplaceOutcome } from '../../records/replace.ts';
import { createRepository } from '../../records/repository.ts';
import { groupBy } from '../../records/stored-rows.ts';
import { notFoundError, writeMany } from '../../records/write.ts';
import { selectUsers } from './uses.ts';

/** The file that others get, with its alternative text unless it shows the same. */
export type NewFile = { file: string; info: Row; alt?: string };

const toNewFile = (row: Row): NewFile => {
  const { name = row.name, width, height } = getFileInfos(row).file ?? {};
  return { file: String(row.file), info: { name, width, height }, alt: String(row.alt) };
};

const invalid = (message: string) =>
  new AppError('conflict', message, { errors: [{ field: 'replacementId', message }] });

const readBoth = async ({ database }: WriteContext, { id, replacementId }: Replacement): Promise<[Row, Row]> => {
  const rows = await createRepository(asset, database).findRowsById([id, replacementId], { forUpdate: true });
  const [current, replacement] = [rows.get(id), rows.get(replacementId)];
  if (!current) throw notFoundError(asset);
  if (id === replacementId) throw invalid('Choose another file as the replacement');
  if (!replacement) throw invalid('The replacement no longer exists');
  if (current.type !== replacement.type) throw invalid('The replacement must be of the same type');
  return [current, replacement];
};

/** The values of a record with another file. */
const replaceInRow = ({ fields }: Resource, row: Row, former: string, { file, info, alt }: NewFile): Row => {
  const values: Row = {};
  const files: Row = {};
  for (const [fieldName, field] of Object.entries(fields)) {
    const value = row[fieldName];
    if (typeof value !== 'string') continue;
    if (field.kind === 'richText' && value.includes(former)) values[fieldName] = value.replaceAll(former, file);
    if (!isFileField(field) || value !== former) continue;
    values[fieldName] = file;
    files[fieldName] = info;
    if (field.kind === 'image') values[altNameOf(fieldName)] = alt ?? row[altNameOf(fieldName)];
  }
  return Object.keys(files).length > 0 ? { ...values, files } : values;
};

/** A variant that has both files keeps one of them. */
const replaceImages = (variants: readonly VariantInput[], former: string, { file, info, alt }: NewFile) =>
  variants.map(({ imagesArr, ...variant }) => ({
    ...variant,
    imagesArr: imagesArr
      .filter(({ image }) => image !== former || imagesArr.every((other) => other.image !== file))
      .map((image) =>
        image.image === former ? { image: file, name: String(info.name), alt: alt ?? image.alt } : image,
      ),
  }));

/** Replaces a file in all records that use it, as part of a transaction. Returns how many. */
export const replaceFile = async (
  { write, context, applyToAll, inParts }: BulkTransaction,
  former: string,
  newFile: NewFile,
): Promise<number> => {
  const users = await selectUsers(write.database, [former]).orderBy('recordId').execute();
  for (const group of groupBy(users, ({ resource }) => resource)) {
    const resource = findResource(group[0]?.resource ?? '');
    if (!resource) continue;
    const { related } = context.getHooks(resource.name);
    for await (const chunk of inParts(group.map(({ recordId }) => recordId))) {
      const rows = await createRepository(resource, write.database).findRows(chunk, { forUpdate: true });
      const relatedById = await related?.read(write.database, chunk);
      const toChange = (row: Row) => {
        const id = String(row._id);
        const values = replaceInRow(resource, row, former, newFile);
        const variants = relatedById?.get(id)?.attributeArr;
        if (!variants || !JSON.stringify(variants).includes(former)) return { id, current: row, values };
        const attributeArr = replaceImages(variantInputsSchema.parse(variants), former, newFile);
        return { id, current: row, values: { ...values, attributeArr } };
      };
      await applyToAll(rows, {
        toRecord: (row) => ({ id: String(row._id), label: String(row[resource.titleField] ?? '') }),
        apply: (some) => writeMany({ resource, context }, write, some.map(toChange)),
      });
    }
  }
  return users.length;
};

/** Replaces a file by another one in all records that use it, as one change. It stays in the library. */
export const replaceEverywhere = (
  outer: OperationsContext,
  { isDryRun, ...replacement }: Replacement & { isDryRun: boolean },
  options: ChangeOptions<ReplaceOutcome>,
): Promise<ReplaceOutcome> =>
  runBulkTransaction(outer, { ...options, isDryRun }, async (transaction) => {
    const { write, failed } = transaction;
    const [current, other] = await readBoth(write, replacement);
    const changed = await replaceFile(transaction, String(current.file), toNewFile(other));
    const changeId = isDryRun || changed === 0 ? null : write.changeId;
    return { title: String(current.name), changed, changeId, failed };
  });
