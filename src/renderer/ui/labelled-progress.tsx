import { Progress, Text } from '@mantine/core';

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
