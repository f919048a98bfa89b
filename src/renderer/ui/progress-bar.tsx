import { Progress, Text } from '@mantine/core';
import { formatBytes } from './format.ts';

export type UploadProgress = {
  /** From 0 to 1. */
  fraction: number;
  totalBytes: number;
  /** Elapsed time. */
  seconds: number;
};

// Seconds before the speed can be estimated.
const minElapsedSeconds = 2;
// Shorter remaining times, in seconds, are not shown.
const minRemainingSeconds = 4;

const formatTimeLeft = (seconds: number): string => {
  if (seconds > 90) return `about ${Math.round(seconds / 60)} minutes left`;
  if (seconds > 50) return 'about a minute left';
  return `about ${Math.ceil(seconds / 5) * 5} seconds left`;
};

export const formatUploadProgress = ({ fraction, totalBytes, seconds }: UploadProgress): string => {
  if (fraction >= 1) return 'Upload complete. Saving…';
  const progressText = `Uploading ${formatBytes(fraction * totalBytes)} of ${formatBytes(totalBytes)}`;
  const remainingSeconds = fraction > 0 ? (seconds / fraction) * (1 - fraction) : 0;
  return seconds >= minElapsedSeconds && remainingSeconds >= minRemainingSeconds
    ? `${progressText}, ${formatTimeLeft(remainingSeconds)}`
    : progressText;
};

/** Progress bar with text. Screen readers read the text on request only, as announcing every change is too much. */
export const ProgressBar = ({
  label,
  text,
  value,
}: {
  label: string;
  text: string;
  /** From 0 to 1; null if the total is unknown. */
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
        // Mantine's own attributes announce a bare number.
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
