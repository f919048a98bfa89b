import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../lib/app-error.ts';

/** The one record that a preview shows, as it is. `part`: the id of the part whose page it is, such as a sub category. */
export type PreviewedRecord = { resource: string; id: string; part?: string | undefined };

const lifetimeMs = 60 * 60 * 1000;
const tokenSchema = z.tuple([z.string(), z.string(), z.number(), z.string().optional()]);

/** Signs tokens for previews. All servers on a database share the secret. */
export const createPreviews = (secret: Uint8Array) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'previews on websites', 32));
  const addSignature = (payload: string) =>
    `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
  return {
    createToken: ({ resource, id, part }: PreviewedRecord): { token: string; expiresAt: number } => {
      const expiresAt = Date.now() + lifetimeMs;
      const payload = Buffer.from(
        JSON.stringify([resource, id, expiresAt, ...(part === undefined ? [] : [part])]),
      ).toString('base64url');
      return { token: addSignature(payload), expiresAt };
    },
    /** Returns the record of a token. Throws if the token is expired or not from here. */
    readToken: (token: string): PreviewedRecord => {
      const [payload = ''] = token.split('.');
      const [expected, sent] = [Buffer.from(addSignature(payload)), Buffer.from(token)];
      if (expected.length !== sent.length || !timingSafeEqual(expected, sent))
        throw new AppError('unauthenticated', 'The preview token is invalid');
      const [resource, id, expiresAt, part] = tokenSchema.parse(
        JSON.parse(Buffer.from(payload, 'base64url').toString()),
      );
      if (expiresAt <= Date.now())
        throw new AppError('unauthenticated', 'The preview has expired. Open it again in the back office.');
      return { resource, id, part };
    },
  };
};

export type Previews = ReturnType<typeof createPreviews>;

/** Fills the address of a page with the values of a record. */
export const fillPageAddress = (address: string, values: Record<string, string>): string =>
  address.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

/** Fills the address of a page, and adds a preview token. The page of a part is below that of its record. */
export const toPreviewUrl = (
  address: string,
  { values, partSlug, token }: { values: Record<string, string>; partSlug?: string | undefined; token: string },
): string => {
  const url = new URL(fillPageAddress(address, values));
  if (partSlug !== undefined && url.search === '') url.pathname += `/${encodeURIComponent(partSlug)}`;
  url.searchParams.set('preview', token);
  return url.href;
};
