import { expect, it } from 'vitest';
import { formatUploadProgress } from './progress-bar.tsx';

const megabyte = 1024 * 1024;
const at = (fraction: number, seconds: number) =>
  formatUploadProgress({ fraction, seconds, totalBytes: 50 * megabyte });

it.each([
  [0, 0, 'Uploading 0 B of 50 MB'],
  [0.25, 1, 'Uploading 13 MB of 50 MB'],
  [0.25, 4, 'Uploading 13 MB of 50 MB, about 15 seconds left'],
  [0.5, 58, 'Uploading 25 MB of 50 MB, about a minute left'],
  [0.1, 60, 'Uploading 5 MB of 50 MB, about 9 minutes left'],
  // Too short to be worth showing.
  [0.9, 10, 'Uploading 45 MB of 50 MB'],
  [0, 10, 'Uploading 0 B of 50 MB'],
  [1, 10, 'Upload complete. Saving…'],
])('at %d after %d s reads: %s', (fraction, seconds, text) => {
  expect(at(fraction, seconds)).toBe(text);
});
