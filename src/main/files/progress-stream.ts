import { Transform } from 'node:stream';

const reportInterval = 100;

/** Reports the byte count at most ten times a second. A timer reports the last chunk before a pause. */
export const createProgressStream = (totalBytes: number | null, onProgress: (bytes: number) => void): Transform => {
  let bytes = 0;
  let lastReportAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const report = () => {
    clearTimeout(timer);
    timer = undefined;
    lastReportAt = Date.now();
    onProgress(bytes);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      bytes += chunk.byteLength;
      if (bytes === totalBytes || Date.now() - lastReportAt >= reportInterval) report();
      else timer ??= setTimeout(report, reportInterval);
      pass(null, chunk);
    },
    destroy(error, finish) {
      clearTimeout(timer);
      finish(error);
    },
  });
};
