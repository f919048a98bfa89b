import { diffSentences, diffWordsWithSpace } from 'diff';
import { Fragment, useMemo } from 'react';
import classes from './text-diff.module.css';

export type TextPart = {
  value: string;
  added: boolean;
  removed: boolean;
  /** Replaces a whole sentence, or is replaced by one. */
  isRewrite?: boolean;
};

// Milliseconds until the comparison gives up and shows the text as rewritten.
const options = { timeout: 500 };

// Minimum share of common text for a comparison word by word.
const minSharedRatio = 0.5;

const asRewrite = (before: string, after: string): TextPart[] => {
  const isRewrite = before.trim() !== '' && after.trim() !== '';
  return [
    { value: before, added: false, removed: true, isRewrite },
    { value: after, added: true, removed: false, isRewrite },
  ].filter(({ value }) => value !== '');
};

const countCharacters = (text: string): number => text.replace(/\s/g, '').length;

const compareWords = (before: string, after: string): TextPart[] => {
  const parts = diffWordsWithSpace(before, after, options) ?? [];
  const shared = parts.filter(({ added, removed }) => !added && !removed).map(({ value }) => value);
  const length = Math.max(countCharacters(before), countCharacters(after));
  return countCharacters(shared.join('')) >= minSharedRatio * length ? parts : asRewrite(before, after);
};

const compareSentences = (before: string, after: string): TextPart[] => {
  const [oldSentences, newSentences] = [before, after].map((text) => text.split(/(?<=[.!?]\s)/));
  if (oldSentences?.length !== newSentences?.length) return compareWords(before, after);
  return oldSentences?.flatMap((sentence, index) => compareWords(sentence, newSentences?.[index] ?? '')) ?? [];
};

/** Compares texts word by word. Mostly rewritten sentences are replaced as a whole. */
export const compareTexts = (before: string, after: string): TextPart[] => {
  const changes: { before: string; after: string; isShared: boolean }[] = [];
  for (const { value, added, removed } of diffSentences(before, after, options) ?? asRewrite(before, after)) {
    const isShared = !added && !removed;
    let change = changes.at(-1);
    // White space between two changed sentences is part of the change.
    if (!change || change.isShared || (isShared && value.trim() !== '')) {
      change = { before: '', after: '', isShared };
      changes.push(change);
    }
    if (!added) change.before += value;
    if (!removed) change.after += value;
  }
  return changes.flatMap((change) =>
    change.isShared
      ? [{ value: change.before, added: false, removed: false }]
      : compareSentences(change.before, change.after),
  );
};

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
  return (
    <div className={classes.root} tabIndex={0}>
      {parts.map((part, index) => {
        if (!part.added && !part.removed) return part.value;
        if (show !== 'both' && !part[show]) return null;
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
