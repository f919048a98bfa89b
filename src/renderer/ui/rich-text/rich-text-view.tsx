import { Box } from '@mantine/core';
import { useMemo } from 'react';
import { toPlainText } from '../plain-text.ts';
import { TruncatedText } from '../truncated-text.tsx';
import classes from './rich-text.module.css';
import { sanitizeRichText } from './sanitize-rich-text.ts';

const Excerpt = ({ html }: { html: string }) => {
  const text = useMemo(() => toPlainText(html), [html]);
  return <TruncatedText text={text} />;
};

/** Formatted text, sanitized while rendering. `isExcerpt` limits it to two lines of plain text. */
export const RichTextView = ({ html, isExcerpt = false }: { html: string; isExcerpt?: boolean }) => {
  const clean = useMemo(() => (isExcerpt ? '' : sanitizeRichText(html)), [html, isExcerpt]);
  if (isExcerpt) return <Excerpt html={html} />;
  return (
    <Box
      className={classes.content}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the policy a few lines above
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  );
};
