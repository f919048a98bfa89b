import type Quill from 'quill';
import { type Delta, Range } from 'quill';

/** Follows a range through the user's edits while work on it is pending. The returned function ends that. */
export const trackRange = (quill: Quill, range: Range): (() => Range) => {
  let current = range;
  const follow = (change: Delta) => {
    current = moveRange(current, change);
  };
  quill.on('text-change', follow);
  return () => {
    quill.off('text-change', follow);
    return current;
  };
};

/** Moves a range along with a change of the text. */
export const moveRange = ({ index, length }: Range, change: Delta): Range => {
  const start = change.transformPosition(index);
  return new Range(start, change.transformPosition(index + length) - start);
};
