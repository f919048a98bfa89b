import { Text } from '@mantine/core';
import type { MouseEvent } from 'react';

/** Sets the full text as a tooltip if it is clipped. */
export const showTitleIfTruncated = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
  const isClipped =
    currentTarget.scrollHeight > currentTarget.clientHeight ||
    currentTarget.scrollWidth > currentTarget.clientWidth;
  // biome-ignore lint/performance/useDomNodeTextContent: it keeps the breaks between paragraphs
  currentTarget.title = isClipped ? currentTarget.innerText : '';
};

/** Text of at most two lines, with the full text as a tooltip. */
export const TruncatedText = ({ text }: { text: string }) => (
  <Text inherit lineClamp={2} onMouseEnter={showTitleIfTruncated} style={{ overflowWrap: 'anywhere' }}>
    {text}
  </Text>
);
