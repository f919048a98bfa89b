import type { ErrorResponse } from '#shared/api.ts';

/** What no answer of the app's scheme goes without. */
export const safetyHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** For files that people uploaded or picked: shown as pictures and films, never run as pages. */
export const fileHeaders = {
  ...safetyHeaders,
  'content-security-policy': "default-src 'none'; sandbox",
} as const;

/** A failure in the shape that the API gives its own. */
export const failure = (status: number, message: string): Response =>
  Response.json({ success: false, message } satisfies ErrorResponse, {
    status,
    headers: { ...safetyHeaders, 'cache-control': 'no-store' },
  });
