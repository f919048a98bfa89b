/** Random access to a file. A read returns fewer bytes at the end of the file. */
export type ByteSource = { size: number; read: (position: number, length: number) => Promise<Buffer> };

/** A part of a rewritten file: a range of the original, or new bytes. */
export type Part = { start: number; end: number } | Buffer;

export type PartList = {
  keep: (start: number, end: number) => void;
  drop: () => void;
  insert: (bytes: Buffer) => void;
  /** Null if nothing was dropped. */
  result: () => Part[] | null;
};

export const createPartList = (): PartList => {
  const parts: Part[] = [];
  let isChanged = false;
  return {
    keep: (start, end) => {
      const last = parts.at(-1);
      if (last && !Buffer.isBuffer(last) && last.end === start) last.end = end;
      else parts.push({ start, end });
    },
    drop: () => {
      isChanged = true;
    },
    insert: (bytes) => parts.push(bytes),
    result: () => (isChanged ? parts : null),
  };
};
