import { Box } from '@mantine/core';
import { useMemo } from 'react';
import { showWhole } from '../clipped-text.tsx';
import classes from './rich-text.module.css';
import { sanitizeRichText } from './sanitize-rich-text.ts';

/** Formatted text, sanitised as it is shown. `isExcerpt` keeps it to two lines without pictures. */
export const RichTextView = ({ html, isExcerpt = false }: { html: string; isExcerpt?: boolean }) => {
  const clean = useMemo(() => sanitizeRichText(html), [html]);
  return (
    <Box
      className={isExcerpt ? classes.excerpt : classes.content}
      onMouseEnter={isExcerpt ? showWhole : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the policy one line above
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  );
};
