import { removedHandler } from '#shared/removed-handler.ts';

/**
 * Removes event handlers before parsing. They couldn't run, but Chromium reports each one even in a document
 * that is only parsed, and such reports would hide important ones.
 */
export const removeEventHandlers = (html: string): string =>
  html.replace(/<[a-z][^<>]*>?/gi, (tag) =>
    tag.replace(/([\s"'/])on[a-z]+(?=\s*=)/gi, `$1${removedHandler}`),
  );
