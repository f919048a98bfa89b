import { formatBytes } from './format.ts';

/** How far the sending of files is. */
export type Sending = {
  /** From 0 to 1. */
  fraction: number;
  /** Of all files together. */
  totalBytes: number;
  /** How long it has gone on. */
  seconds: number;
};

/** Before that nobody can tell how fast it goes. */
const knownAfter = 2;
/** What is over sooner needs no forecast. */
const worthSaying = 4;

const about = (seconds: number): string => {
  if (seconds > 90) return `about ${Math.round(seconds / 60)} minutes left`;
  if (seconds > 50) return 'about a minute left';
  return `about ${Math.ceil(seconds / 5) * 5} seconds left`;
};

/** How much of the files is sent, and how long the rest may take where that is worth knowing. */
export const sendingText = ({ fraction, totalBytes, seconds }: Sending): string => {
  if (fraction >= 1) return 'Upload complete. Saving…';
  const amount = `Uploading ${formatBytes(fraction * totalBytes)} of ${formatBytes(totalBytes)}`;
  const left = fraction > 0 ? (seconds / fraction) * (1 - fraction) : 0;
  return seconds >= knownAfter && left >= worthSaying ? `${amount}, ${about(left)}` : amount;
};
