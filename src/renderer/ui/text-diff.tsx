import { Fragment, useMemo } from 'react';
import classes from './text-diff.module.css';
import { compareTexts } from './text-parts.ts';

// Screen readers don't announce insertions and deletions by default.
const SpokenText = ({ children }: { children: string }) => (
  <span className={`${classes.spoken} bo-visually-hidden`}>{children}</span>
);

/** Text with insertions and deletions marked; `shows` limits it to one kind. */
export const TextDiff = ({
  before,
  after,
  show = 'both',
}: {
  before: string;
  after: string;
  show?: 'both' | 'added' | 'removed';
}) => {
  const parts = useMemo(() => compareTexts(before, after), [before, after]);
  const isShown = (part: { added: boolean; removed: boolean }) =>
    !(show === 'added' && part.removed) && !(show === 'removed' && part.added);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div className={classes.root} tabIndex={0}>
      {parts.filter(isShown).map((part, index) => {
        if (!part.added && !part.removed) return part.value;
        const Mark = part.added ? 'ins' : 'del';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a comparison never change order
          <Fragment key={index}>
            <SpokenText>{part.added ? ' added ' : ' removed '}</SpokenText>
            <Mark
              className={part.added ? classes.added : classes.removed}
              data-rewrite={(show === 'both' && part.isRewrite) || undefined}
            >
              {part.value}
            </Mark>
            <SpokenText>, </SpokenText>
          </Fragment>
        );
      })}
    </div>
  );
};
