import type { ErrorResponse } from '#shared/api.ts';

/** Headers of every response from the app's scheme. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Headers of uploaded and picked files, which are displayed as media but never run as pages. */
export const fileHeaders = {
  ...securityHeaders,
  'content-security-policy': "default-src 'none'; sandbox",
} as const;

export const errorResponse = (status: number, message: string): Response =>
  Response.json({ success: false, message } satisfies ErrorResponse, {
    status,
    headers: { ...securityHeaders, 'cache-control': 'no-store' },
  });
