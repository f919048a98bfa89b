import { Transform } from 'node:stream';

const tellEvery = 100;

/** Counts what passes and tells it at most ten times a second; `totalBytes`, where it is known, in any case. */
export const countBytes = (totalBytes: number | null, tell: (bytes: number) => void): Transform => {
  let bytes = 0;
  let toldAt = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      bytes += chunk.byteLength;
      const now = Date.now();
      if (now - toldAt >= tellEvery || bytes === totalBytes) {
        toldAt = now;
        tell(bytes);
      }
      pass(null, chunk);
    },
  });
};
