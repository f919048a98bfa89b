import type { Database } from '../../database/tables.ts';
import { inChunks, insertRows } from '../../database/write-rows.ts';
import { yieldToEventLoop } from '../../lib/yield-to-event-loop.ts';

/** The bits of a hash in two numbers, and its colors in hexadecimal digits. */
type Hash = { high: number; low: number; colors: string };

const parseHash = (hash: string): Hash => ({
  high: Number.parseInt(hash.slice(0, 8), 16),
  low: Number.parseInt(hash.slice(8, 16), 16),
  colors: hash.slice(16),
});

const countBits = (value: number): number => {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

const getDistance = (one: Hash, other: Hash): number =>
  countBits(one.high ^ other.high) + countBits(one.low ^ other.low);

/** Different bits among 64: an image that was cropped a little differs in a few, one that was saved again in fewer. */
const maxDistances = { similar: 10, same: 6 };
/** Of 255: the same picture in another color or of another pen differs by more. */
const maxColorDifference = 8;

/** Of an image: thousands of empty pages would have millions. */
const maxPairs = 50;

const showTheSame = (one: Hash, other: Hash): boolean => {
  if (getDistance(one, other) > maxDistances.same) return false;
  const colors = Buffer.from(other.colors, 'hex');
  return Buffer.from(one.colors, 'hex').every(
    (value, index) => Math.abs(value - (colors[index] ?? 0)) <= maxColorDifference,
  );
};

/** Finds images that look like the newly scanned ones, in any size and format. */
export const compareImages = async (database: Database, signal: AbortSignal): Promise<void> => {
  const rows = await database
    .selectFrom('imageScan')
    .select(['file', 'hash', 'isCompared'])
    .where('hash', '<>', '')
    .execute();
  const known = rows.map(({ file, hash, isCompared }) => ({ file, isCompared, hash: parseHash(hash) }));
  for (const chunk of inChunks(known.filter(({ isCompared }) => !isCompared))) {
    const pairs: { file: string; other: string }[] = [];
    for (const { file, hash } of chunk) {
      if (signal.aborted) return;
      let count = 0;
      for (const { file: other, hash: otherHash } of known) {
        if (other === file || !showTheSame(hash, otherHash)) continue;
        pairs.push({ file, other }, { file: other, other: file });
        count += 1;
        if (count === maxPairs) break;
      }
      await yieldToEventLoop();
    }
    await insertRows(database, { table: 'similarImage', rows: pairs, onConflict: 'skip' });
    const files = chunk.map(({ file }) => file);
    await database.updateTable('imageScan').set({ isCompared: 1 }).where('file', 'in', files).execute();
  }
};

/** Files that are images of products, whose use is that of a product or of its variants. */
export const productUses = ['product', 'productVariant'];

/** Returns the images of products that show nearly the same as those, by the hash of each; the most similar first. */
export const findSimilarImages = async (
  database: Database,
  hashes: readonly string[],
): Promise<Map<string, string[]>> => {
  // A picture of one color has no bit.
  const wanted = [...new Set(hashes)].filter((hash) => /[1-9a-f]/.test(hash.slice(0, 16)));
  if (wanted.length === 0) return new Map();
  const rows = await database
    .selectFrom('imageScan')
    .select(['file', 'hash'])
    .where('hash', '<>', '')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('fileUse')
          .select('fileUse.file')
          .whereRef('fileUse.file', '=', 'imageScan.file')
          .where('resource', 'in', productUses),
      ),
    )
    .execute();
  const known = rows.map(({ file, hash }) => ({ file, hash: parseHash(hash) }));
  return new Map(
    wanted.map((text) => {
      const hash = parseHash(text);
      const near = known.flatMap((other) => {
        const distance = getDistance(hash, other.hash);
        return distance <= maxDistances.similar ? [{ file: other.file, distance }] : [];
      });
      near.sort((one, other) => one.distance - other.distance);
      return [text, near.slice(0, 5).map(({ file }) => file)];
    }),
  );
};
