import { useMemo } from 'react';
import classes from './rich-text.module.css';
import { sanitizeRichText } from './sanitize-rich-text.ts';

/** Formatted text, sanitised as it is shown. `isExcerpt` keeps it to two lines without pictures. */
export const RichTextView = ({ html, isExcerpt = false }: { html: string; isExcerpt?: boolean }) => {
  const clean = useMemo(() => sanitizeRichText(html), [html]);
  return (
    <div
      className={isExcerpt ? classes.excerpt : classes.content}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the policy one line above
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  );
};
