import { Text } from '@mantine/core';
import type { MouseEvent } from 'react';

/** Names the whole text on hover where it does not fit. */
export const showWhole = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
  const isClipped =
    currentTarget.scrollHeight > currentTarget.clientHeight ||
    currentTarget.scrollWidth > currentTarget.clientWidth;
  // biome-ignore lint/performance/useDomNodeTextContent: it keeps the breaks between paragraphs
  currentTarget.title = isClipped ? currentTarget.innerText : '';
};

/** A text of two lines at most; the whole of it on hover. */
export const ClippedText = ({ text }: { text: string }) => (
  <Text inherit lineClamp={2} onMouseEnter={showWhole} style={{ overflowWrap: 'anywhere' }}>
    {text}
  </Text>
);
