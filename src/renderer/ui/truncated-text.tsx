import { Highlight } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { listMarkedWords } from './marked-words.ts';
import classes from './truncated-text.module.css';

/** Sets the full text as a tooltip if it is clipped. */
const showTitleIfTruncated = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
  const isClipped =
    currentTarget.scrollHeight > currentTarget.clientHeight || currentTarget.scrollWidth > currentTarget.clientWidth;
  // biome-ignore lint/performance/useDomNodeTextContent: it keeps the breaks between paragraphs
  currentTarget.title = isClipped ? currentTarget.innerText : '';
};

// Long words without spaces, such as email addresses and file names, may continue on the next line here.
const breakPoint = /(?=@)|(?<=[._/])(?=\p{L})/u;

const addBreaks = (text: string): ReactNode[] =>
  text
    .split(breakPoint)
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text can be equal
    .flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]));

/**
 * Text of at most two lines, or of one, with the full text as a tooltip. A word that is longer than a line is cut. The words of
 * a query are marked.
 */
export const TruncatedText = ({
  text,
  query = '',
  isOneLine = false,
}: {
  text: string;
  query?: string;
  isOneLine?: boolean;
}) => (
  <p className={classes.text} data-one-line={isOneLine || undefined} onMouseEnter={showTitleIfTruncated}>
    {query === '' ? (
      addBreaks(text)
    ) : (
      <Highlight component="span" inherit highlight={listMarkedWords(query)}>
        {text}
      </Highlight>
    )}
  </p>
);
