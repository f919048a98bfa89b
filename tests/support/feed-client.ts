import { expect } from 'vitest';
import { type FeedName, type FeedReport, feeds } from '../../src/shared/feeds.ts';
import { parseGoogle, parseShopify } from './feed-checkers.ts';
import { createSiteClient } from './site-client.ts';
import type { TestServer } from './test-server.ts';

/** Reads feeds, and what admins see of them. */
export const createFeedClient = (server: TestServer) => {
  const site = createSiteClient(server);
  let token = '';
  const read = (name: FeedName, headers: Record<string, string> = {}) =>
    site.get(`/site/v1/feeds/${feeds[name].file}?token=${token}`, { headers });
  const readReport = async (name: FeedName): Promise<FeedReport> => {
    const { status, body } = await server.send('GET', `/v1/website/feeds/${name}`);
    expect(status).toBe(200);
    return body.data as FeedReport;
  };
  return {
    site,
    read,
    readReport,
    readGoogle: async () => parseGoogle((await read('google')).text),
    readShopify: async () => parseShopify((await read('shopify')).text),
    readProducts: async () => JSON.parse((await read('json')).text) as { currency: string; products: { id: string }[] },
    /** Reasons for a product, in all of its variants. */
    reasonsFor: async (name: FeedName, id: string) =>
      (await readReport(name)).findings.flatMap(({ reason, examples }) =>
        examples.some((example) => example.id === id) ? [reason] : [],
      ),
    /** Turns everything on, and returns a token for the feeds. */
    open: async () => {
      await server.signInAgain();
      await site.set({
        isOn: true,
        brand: 'Saya',
        pageAddress: 'https://www.example.com',
        resources: ['product', 'category'],
      });
      token = (await site.createToken({ resources: ['product'] })).token;
      return token;
    },
  };
};
