import { type ByteSource, createPartList, type Part } from './parts.ts';

const headerLength = 13;
const separator = { extension: 0x21, image: 0x2c, trailer: 0x3b };
const label = { comment: 0xfe, application: 0xff };
const applicationIdLength = 11;
/** Applications whose data is needed to render the image: repetition of an animation and the color profile. */
const technicalApplications = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);
const chunkLength = 64 * 1024;

/** Length of the color table in bytes, from a packed field. */
const colorTableLength = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 0x07) + 1) : 0);

/** Returns the offset after a sequence of data blocks, each with its length in its first byte; -1 if it has no end. */
const skipBlocks = async (source: ByteSource, start: number): Promise<number> => {
  let at = start;
  while (at < source.size) {
    const chunk = await source.read(at, chunkLength);
    let offset = 0;
    for (let length = chunk[0]; length !== undefined; length = chunk[offset]) {
      offset += 1 + length;
      if (length === 0) return at + offset;
    }
    at += offset;
  }
  return -1;
};

const isPersonal = async (source: ByteSource, { start, kind }: { start: number; kind: number | undefined }) => {
  if (kind === label.comment) return true;
  if (kind !== label.application) return false;
  const id = await source.read(start + 3, applicationIdLength);
  return !technicalApplications.has(id.toString('latin1'));
};

/** Returns the parts of a GIF without comments, XMP and data of other programs; null if there is nothing to remove. */
export const withoutGifMetadata = async (source: ByteSource): Promise<Part[] | null> => {
  const header = await source.read(0, headerLength);
  if (header.length < headerLength) return null;
  const parts = createPartList();
  let at = headerLength + colorTableLength(header[10] ?? 0);
  parts.keep(0, at);
  for (;;) {
    const start = at;
    const [blockType, kind] = await source.read(start, 2);
    if (blockType === separator.trailer) {
      parts.keep(start, parts.result() ? start + 1 : source.size);
      return parts.result();
    }
    if (blockType === separator.extension) at = await skipBlocks(source, start + 2);
    else if (blockType === separator.image) {
      const descriptor = await source.read(start, 10);
      at = await skipBlocks(source, start + 11 + colorTableLength(descriptor[9] ?? 0));
    } else return null;
    if (at === -1) return null;
    if (blockType === separator.extension && (await isPersonal(source, { start, kind }))) parts.drop();
    else parts.keep(start, at);
  }
};
