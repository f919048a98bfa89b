import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import type { FeedFinding, FeedName, FeedReport } from '#shared/feeds.ts';
import type { Currency } from '#shared/office.ts';
import { product } from '#shared/resources/product.ts';
import { readCurrency } from '../../http/office.ts';
import { yieldToEventLoop } from '../../lib/yield-to-event-loop.ts';
import { readSiteChanges } from '../changes.ts';
import { createFindings, type Report } from './findings.ts';
import { googleEnd, toGoogle, toGoogleStart } from './google.ts';
import { type FeedProduct, type FeedSource, readFeedProducts } from './read-products.ts';
import { shopifyStart, toShopify } from './shopify.ts';

type Context = { currency: Currency; report: Report; base: string };

/** The parts of a file: before all products, for each of them, and after them. */
type Format = {
  start: (context: Context) => string;
  write: (own: FeedProduct, context: Context) => { text: string; items: number };
  separator?: string;
  end: string;
};

const formats: Record<FeedName, Format> = {
  google: { start: ({ base }) => toGoogleStart(base), write: toGoogle, end: googleEnd },
  shopify: { start: () => shopifyStart, write: toShopify, end: '' },
  json: {
    start: ({ currency }) => `{"currency":"${currency}","products":[\n`,
    write: (own) => ({ text: JSON.stringify(own), items: Math.max(1, own.variants.length) }),
    separator: ',\n',
    end: '\n]}\n',
  },
};

/** A stored feed, compressed. */
type Feed = {
  /** The settings from which it was made. */
  key: string;
  /** State of the data when it was last found to be current, and the cursor of the changes since then. */
  version: string;
  cursor: string;
  hash: string;
  path: string;
  report: Omit<FeedReport, 'findings'> & { findings: FeedFinding[] };
};

type Request = FeedSource & { version: string };

/**
 * Keeps each feed in a file until a product changes, so that memory is constant, and unchanged products have the same bytes
 * and ETag on all servers.
 */
export const createFeedFiles = () => {
  const known = new Map<FeedName, Feed>();
  const making = new Map<FeedName, Promise<Feed>>();
  /** Files that a response may still be opening. */
  const previous = new Map<FeedName, string>();
  const aborted = new AbortController();
  let folder: Promise<string> | undefined;
  let count = 0;

  const make = async (name: FeedName, request: Request, { key, currency }: { key: string; currency: Currency }) => {
    const { database, version, base } = request;
    // Before the products, so that a change meanwhile makes the next request read them again.
    const { nextCursor: cursor } = await readSiteChanges(database, { query: {}, resources: [] });
    const { report, list } = createFindings();
    const hash = createHash('sha256');
    const { start, write, separator = '', end } = formats[name];
    const context = { currency, report, base };
    let [products, items] = [0, 0];
    async function* toPieces() {
      yield start(context);
      for await (const own of readFeedProducts(request)) {
        const written = write(own, context);
        if (written.text === '') continue;
        yield (products > 0 ? separator : '') + written.text;
        products += 1;
        items += written.items;
        await yieldToEventLoop();
      }
      yield end;
    }
    async function* toBytes() {
      for await (const piece of toPieces()) {
        hash.update(piece);
        yield Buffer.from(piece);
      }
    }
    folder ??= mkdtemp(join(tmpdir(), 'backoffice-feeds-'));
    count += 1;
    const path = join(await folder, `${name}-${count}.gz`);
    const gzip = createGzip({ level: constants.Z_BEST_SPEED });
    await pipeline(Readable.from(toBytes()), gzip, createWriteStream(path), { signal: aborted.signal });
    const feed = { key, version, cursor, hash: hash.digest('base64url'), path };
    return { ...feed, report: { products, items, findings: list() } };
  };

  /** Whether no product has changed since a feed was made. */
  const isCurrent = async (feed: Feed, { database, version }: Request): Promise<boolean> => {
    if (feed.version === version) return true;
    const query = { since: feed.cursor };
    const changes = await readSiteChanges(database, { query, resources: [product.name] }).catch(() => null);
    if (!changes || changes.data.length > 0 || changes.hasMore) return false;
    Object.assign(feed, { version, cursor: changes.nextCursor });
    return true;
  };

  const get = async (name: FeedName, request: Request): Promise<Feed> => {
    const currency = await readCurrency(request.database);
    const key = JSON.stringify([request.base, request.settings, currency]);
    const found = known.get(name);
    if (found?.key === key && (await isCurrent(found, request))) return found;
    // One at a time, however many ask.
    const running = making.get(name);
    if (running) {
      await running.catch(() => undefined);
      return get(name, request);
    }
    const started = make(name, request, { key, currency });
    making.set(name, started);
    const feed = await started.finally(() => making.delete(name));
    const replaced = known.get(name);
    known.set(name, feed);
    const outdated = previous.get(name);
    if (replaced) previous.set(name, replaced.path);
    if (outdated) await rm(outdated, { force: true });
    return feed;
  };

  return {
    get,
    open: ({ path }: Feed, { isCompressed }: { isCompressed: boolean }): Readable => {
      const stored = createReadStream(path);
      if (isCompressed) return stored;
      const plain = createGunzip();
      // An error of one ends the other, and with it the response.
      void pipeline(stored, plain).catch(() => undefined);
      return plain;
    },
    close: async (): Promise<void> => {
      aborted.abort();
      await Promise.allSettled(making.values());
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
};
