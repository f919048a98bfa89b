import { Progress, Text } from '@mantine/core';
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

/** A bar with words above it. The bar says them to whoever asks: read out at every change, they would drown all else. */
export const LabelledProgress = ({
  label,
  text,
  value,
}: {
  /** What goes on. */
  label: string;
  /** How far it is, in words. */
  text: string;
  /** From 0 to 1; null where nobody knows how much there is to do. */
  value: number | null;
}) => (
  <>
    <Text size="sm" className="bo-tabular" aria-hidden>
      {text}
    </Text>
    <Progress.Root size="sm">
      <Progress.Section
        value={(value ?? 1) * 100}
        striped={value === null}
        animated={value === null}
        // The kit's own words are figures without meaning.
        withAria={false}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value === null ? undefined : Math.round(value * 100)}
        aria-valuetext={text}
      />
    </Progress.Root>
  </>
);
