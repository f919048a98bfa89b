import { Text } from '@mantine/core';
import classes from './completeness.module.css';

/** Green needs no requirement any more, orange some, red most. */
const getColor = (percent: number): string => {
  if (percent === 100) return 'green';
  return percent >= 50 ? 'orange' : 'red';
};

/** A score as a bar and a number, which doesn't rely on the color. */
export const CompletenessBar = ({ percent, label }: { percent: number; label: string }) => (
  <div className={classes.bar}>
    <progress
      className={classes.progress}
      style={{ color: `var(--mantine-color-${getColor(percent)}-filled)` }}
      max={100}
      value={percent}
      aria-valuetext={`${percent}%`}
      aria-label={label}
    />
    <Text span size="sm" className="bo-tabular">
      {`${percent}%`}
    </Text>
  </div>
);
