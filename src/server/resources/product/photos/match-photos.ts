import type { MatchRequest, PhotoMatch, PhotoTarget } from '#shared/photos/photo-matches.ts';
import { listPhotoCodes, matchPhotoName } from '#shared/photos/photo-names.ts';
import { asset } from '#shared/resources/asset.ts';
import { type ImageScan, scanImages } from '../../../files/images/image-scans.ts';
import { findSimilarImages } from '../../../files/images/similar-images.ts';
import type { OperationsContext } from '../../../records/hooks.ts';
import { createRepository } from '../../../records/repository.ts';
import { type FoundTargets, findTargets } from './find-targets.ts';

type Photo = MatchRequest['photos'][number] & { file: string; scan: ImageScan; similar: readonly string[] };

/** The text of a code as a GTIN: a barcode, or a QR code with a GS1 Digital Link. */
const toGtin = (text: string): string | undefined =>
  /^(?:.*\/01\/|\(?01\)?)?(\d{8}|\d{12,14})(?:\D.*)?$/s.exec(text)?.[1];

/** The text of a QR code as a name: a SKU, or the address of a product's page. */
const toCodeName = (text: string): string =>
  text
    .replace(/[?#].*$/s, '')
    .split('/')
    .at(-1) ?? '';

type Outcome = Pick<PhotoMatch, 'targets' | 'isSure' | 'reason'> & { order?: number | null };

const matchCode = (text: string, found: FoundTargets): PhotoTarget[] => {
  const gtin = toGtin(text);
  const byGtin = gtin === undefined ? [] : found.findByGtin(gtin);
  if (byGtin.length > 0) return byGtin;
  const { targets, isSure } = matchPhotoName(toCodeName(text), found.named);
  return isSure ? resolve(targets, found) : [];
};

const resolve = (targets: readonly Pick<PhotoTarget, 'productId' | 'variantId'>[], found: FoundTargets) =>
  targets.flatMap((target) => found.find(target) ?? []);

const distinct = (targets: readonly PhotoTarget[]): PhotoTarget[] => [...new Set(targets)];

/** Joins what the name and the barcodes of a photo mean. They contradict each other if they mean different products. */
const matchByNameAndCodes = ({ path, scan }: Photo, found: FoundTargets): Outcome => {
  const { targets, isSure, order } = matchPhotoName(path, found.named);
  const byName = resolve(targets, found);
  const inName = listPhotoCodes(path).gtins.flatMap(found.findByGtin);
  const byCode = distinct(scan.codes.flatMap((code) => matchCode(code, found)));
  const [code] = byCode;
  const codeInName = inName[0];
  if (codeInName && byCode.length === 0)
    return { targets: distinct(inName), isSure: distinct(inName).length === 1, reason: 'GTIN in its name', order };
  if (!code) {
    const reason =
      byName.length > 1 ? `Its name fits ${byName.length} items` : isSure ? 'SKU in its name' : 'Part of its name';
    return { targets: byName, isSure, reason, order };
  }
  if (byCode.length > 1) return { targets: byCode, isSure: false, reason: 'Several barcodes', order };
  const named = byName.find(({ productId }) => productId === code.productId);
  if (byName.length > 0 && !named)
    return {
      targets: [...byName, code],
      isSure: false,
      reason: 'Its name and its barcode fit different products',
      order,
    };
  const isOtherVariant = isSure && named?.variantId && code.variantId && named.variantId !== code.variantId;
  // A barcode of the product leaves the choice of the variant to the name.
  const best = code.variantId === null && named ? named : code;
  const reason = isOtherVariant ? 'Its name and its barcode fit different variants' : 'Barcode in the picture';
  return { targets: distinct([best, code, ...byName]), isSure: !isOtherVariant, reason, order };
};

const matchPhoto = (photo: Photo, found: FoundTargets, productId: string | undefined): Outcome => {
  const { path, code, file, similar } = photo;
  if (code !== undefined) {
    const { targets } = matchPhotoName(code, found.named);
    const byGtin = found.findByGtin(code);
    const all = distinct([...byGtin, ...resolve(targets, found)]);
    const isSure = all.length === 1;
    const reason = isSure
      ? 'Entered'
      : all.length > 1
        ? `${code} fits ${all.length} items`
        : `No product has the SKU ${code}`;
    return { targets: all, isSure, reason, order: matchPhotoName(path, found.named).order };
  }
  const used = found.findByImage(file);
  const outcome = matchByNameAndCodes(photo, found);
  const [best] = outcome.targets;
  if (used[0] && (!best || used.includes(best)))
    return { ...outcome, targets: used, isSure: false, reason: 'Already its image' };
  if (best) {
    const isElsewhere = productId !== undefined && best.productId !== productId;
    return isElsewhere
      ? { ...outcome, isSure: false, reason: `${outcome.reason}, which is another product’s` }
      : outcome;
  }
  const alike = distinct(similar.flatMap(found.findByImage));
  if (alike.length > 0) return { targets: alike, isSure: false, reason: 'Looks like its image', order: outcome.order };
  const own = productId === undefined ? undefined : found.find({ productId, variantId: null });
  if (own) return { targets: [own], isSure: own.variantCount === 0, reason: 'Added on its page', order: outcome.order };
  return { targets: [], isSure: false, reason: 'Nothing matches', order: outcome.order };
};

/** Proposes products and variants for photos by their names, the barcodes in them and similar images. */
export const matchPhotos = async (
  { databaseHandle: { database }, files: { storage } }: OperationsContext,
  { photos: sent, productId }: MatchRequest,
): Promise<PhotoMatch[]> => {
  const assets = await createRepository(asset, database).findRowsById(sent.map(({ assetId }) => assetId));
  const known = sent.flatMap((photo) => {
    const row = assets.get(photo.assetId);
    return row?.type === 'image' ? [{ ...photo, file: String(row.file) }] : [];
  });
  const scans = await scanImages(
    { database, storage },
    known.map(({ file }) => file),
  );
  const similar = await findSimilarImages(
    database,
    [...scans.values()].map(({ hash }) => hash),
  );
  const photos = known.map((photo): Photo => {
    const scan = scans.get(photo.file) ?? { hash: '', codes: [] };
    return { ...photo, scan, similar: similar.get(scan.hash) ?? [] };
  });
  const names = photos
    .flatMap(({ path, code, scan }) => [code ?? path, ...scan.codes.map(toCodeName)])
    .map(listPhotoCodes);
  const codes = photos.flatMap(({ scan, code = '' }) => [...scan.codes, code]);
  const found = await findTargets(database, {
    keys: names.flatMap(({ keys }) => keys),
    handles: names.flatMap(({ handles }) => handles),
    gtins: [...names.flatMap(({ gtins }) => gtins), ...codes.flatMap((code) => toGtin(code) ?? [])],
    files: photos.flatMap((photo) => [photo.file, ...photo.similar]),
    productIds: productId === undefined ? [] : [productId],
  });
  return photos.map((photo) => {
    const { assetId, file } = photo;
    return { assetId, file, order: null, ...matchPhoto(photo, found, productId) };
  });
};
