import { useMemo } from 'react';
import { toPlainText } from '../plain-text.ts';
import { TruncatedText } from '../truncated-text.tsx';

/** At most two lines of a formatted text, as plain text. */
export const RichTextExcerpt = ({ html }: { html: string }) => {
  const text = useMemo(() => toPlainText(html), [html]);
  return <TruncatedText text={text} />;
};
