import { useMemo } from 'react';
import classes from './text-diff.module.css';
import { compareTexts } from './text-parts.ts';

/** Text with insertions and deletions marked; `shows` limits it to one kind. */
export const TextDiff = ({
  before,
  after,
  shows = 'both',
}: {
  before: string;
  after: string;
  shows?: 'both' | 'added' | 'removed';
}) => {
  const parts = useMemo(() => compareTexts(before, after), [before, after]);
  const isShown = (part: { added: boolean; removed: boolean }) =>
    !(shows === 'added' && part.removed) && !(shows === 'removed' && part.added);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and must do so by keyboard
    <div className={classes.root} tabIndex={0}>
      {parts.filter(isShown).map((part, index) => {
        if (!part.added && !part.removed) return part.value;
        const Mark = part.added ? 'ins' : 'del';
        return (
          <Mark
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison keep their places
            key={index}
            className={part.added ? classes.added : classes.removed}
            data-whole={(shows === 'both' && part.isWhole) || undefined}
          >
            {part.value}
          </Mark>
        );
      })}
    </div>
  );
};
