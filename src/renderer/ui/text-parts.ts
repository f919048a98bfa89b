import { diffSentences, diffWordsWithSpace } from 'diff';

export type TextPart = {
  value: string;
  added: boolean;
  removed: boolean;
  /** Replaces a whole sentence, or is replaced by one. */
  isWhole?: boolean;
};

// Milliseconds, after which the texts are shown whole instead.
const longestComparison = 500;

// Minimum share of common text for a comparison word by word.
const leastInCommon = 0.5;

const rewritten = (before: string, after: string): TextPart[] => {
  const isWhole = before.trim() !== '' && after.trim() !== '';
  return [
    { value: before, added: false, removed: true, isWhole },
    { value: after, added: true, removed: false, isWhole },
  ].filter(({ value }) => value !== '');
};

const lengthOf = (text: string): number => text.replace(/\s/g, '').length;

const compareWords = (before: string, after: string): TextPart[] => {
  const parts = diffWordsWithSpace(before, after, { timeout: longestComparison });
  if (!parts) return rewritten(before, after);
  const shared = parts.filter(({ added, removed }) => !added && !removed);
  const sharedLength = shared.reduce((sum, { value }) => sum + lengthOf(value), 0);
  const isAlike = sharedLength >= leastInCommon * Math.max(lengthOf(before), lengthOf(after));
  return isAlike ? parts : rewritten(before, after);
};

const sentencesIn = (text: string): string[] => text.split(/(?<=[.!?]\s)/);

const compareSentences = (before: string, after: string): TextPart[] => {
  const [old, current] = [sentencesIn(before), sentencesIn(after)];
  if (old.length !== current.length) return compareWords(before, after);
  return old.flatMap((sentence, index) => compareWords(sentence, current[index] ?? ''));
};

type Change = { before: string; after: string; isShared: boolean };

const findChanges = (before: string, after: string): Change[] => {
  const changes: Change[] = [];
  for (const { value, added, removed } of diffSentences(before, after, { timeout: longestComparison }) ?? [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ]) {
    const isShared = !added && !removed;
    const last = changes.at(-1);
    // Whitespace between two changed sentences is part of the change.
    const isJoined = last && !last.isShared && (!isShared || value.trim() === '');
    const change = isJoined ? last : { before: '', after: '', isShared };
    if (!isJoined) changes.push(change);
    if (!added) change.before += value;
    if (!removed) change.after += value;
  }
  return changes;
};

/** Compares texts word by word. Mostly rewritten sentences are replaced as a whole. */
export const compareTexts = (before: string, after: string): TextPart[] =>
  findChanges(before, after).flatMap((change) =>
    change.isShared
      ? [{ value: change.before, added: false, removed: false }]
      : compareSentences(change.before, change.after),
  );
