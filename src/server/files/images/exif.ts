const orientationTag = 0x0112;
const exifPointer = 0x8769;

/** Tags about rendering only: orientation, resolution, color space and dimensions. */
const technicalTags = new Set([
  ...[orientationTag, 0x011a, 0x011b, 0x0128, 0x0213, exifPointer],
  ...[0x9000, 0x9101, 0xa000, 0xa001, 0xa002, 0xa003],
]);

const entryLength = 12;
const prefix = 'Exif\0\0';

/** Reads the tags of a directory, the short and the long value of each, and where the next directory is. */
const readDirectory = (tiff: Buffer, { at, isLittleEndian }: { at: number; isLittleEndian: boolean }) => {
  const short = (from: number) => (isLittleEndian ? tiff.readUInt16LE(from) : tiff.readUInt16BE(from));
  const long = (from: number) => (isLittleEndian ? tiff.readUInt32LE(from) : tiff.readUInt32BE(from));
  const entries = Array.from({ length: short(at) }, (_, index) => {
    const from = at + 2 + index * entryLength;
    return { tag: short(from), value: long(from + 8), short: short(from + 8) };
  });
  return { entries, next: long(at + 2 + entries.length * entryLength) };
};

/**
 * Reads the orientation of EXIF data, with or without its JPEG prefix, and whether any tag describes people, places or
 * devices. Malformed data counts as personal.
 */
export const readExif = (data: Buffer): { orientation: number; isPersonal: boolean } => {
  const tiff = data.toString('latin1', 0, prefix.length) === prefix ? data.subarray(prefix.length) : data;
  let orientation = 1;
  try {
    const order = tiff.toString('latin1', 0, 2);
    if (order !== 'II' && order !== 'MM') return { orientation, isPersonal: true };
    const isLittleEndian = order === 'II';
    const first = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    const main = readDirectory(tiff, { at: first, isLittleEndian });
    const storedOrientation = main.entries.find(({ tag }) => tag === orientationTag)?.short ?? 1;
    if (storedOrientation >= 1 && storedOrientation <= 8) orientation = storedOrientation;
    const pointer = main.entries.find(({ tag }) => tag === exifPointer);
    const details = pointer ? readDirectory(tiff, { at: pointer.value, isLittleEndian }).entries : [];
    // The second directory holds a thumbnail, which may show cropped parts of the photo.
    const hasThumbnail = main.next !== 0;
    const isTechnical = [...main.entries, ...details].every(({ tag }) => technicalTags.has(tag));
    return { orientation, isPersonal: hasThumbnail || !isTechnical };
  } catch {
    return { orientation, isPersonal: true };
  }
};

/** EXIF data with nothing but an orientation. */
export const writeOrientation = (orientation: number): Buffer => {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(orientationTag, 10);
  // One value of the type SHORT.
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
};

export const withExifPrefix = (tiff: Buffer): Buffer => Buffer.concat([Buffer.from(prefix, 'latin1'), tiff]);
