import { Box } from '@mantine/core';
import { useMemo } from 'react';
import classes from './rich-text.module.css';
import { sanitizeForDisplay } from './sanitize-rich-text.ts';

/** Formatted text, sanitized while rendering. */
export const RichTextView = ({ html }: { html: string }) => {
  const clean = useMemo(() => sanitizeForDisplay(html), [html]);
  return (
    <Box
      className={classes.content}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the policy above
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  );
};
