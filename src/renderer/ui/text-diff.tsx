import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import classes from './text-diff.module.css';

/** Two texts that have little in common are shown whole instead of compared for long. */
const longestComparison = 500;

/** A text with what was added to it and what was taken out marked; `shows` says which of the two. */
export const TextDiff = ({
  before,
  after,
  shows = 'both',
}: {
  before: string;
  after: string;
  shows?: 'both' | 'added' | 'removed';
}) => {
  const parts = useMemo(
    () =>
      diffWordsWithSpace(before, after, { timeout: longestComparison }) ?? [
        { value: before, removed: true, added: false },
        { value: after, removed: false, added: true },
      ],
    [before, after],
  );
  const isShown = (part: { added: boolean; removed: boolean }) =>
    !(shows === 'added' && part.removed) && !(shows === 'removed' && part.added);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and must do so by keyboard
    <div className={classes.root} tabIndex={0}>
      {parts.filter(isShown).map((part, index) => {
        if (!part.added && !part.removed) return part.value;
        const Mark = part.added ? 'ins' : 'del';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison keep their places
          <Mark key={index} className={part.added ? classes.added : classes.removed}>
            {part.value}
          </Mark>
        );
      })}
    </div>
  );
};
