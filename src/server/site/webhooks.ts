import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Webhook, WebhookDelivery } from '#shared/webhooks.ts';
import type { Audit } from '../audit/record.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { newId } from '../database/ids.ts';
import type { WebhookDeliveryTable, WebhookTable } from '../database/tables.ts';
import { AppError, validationError } from '../lib/app-error.ts';
import { startBackgroundTask } from '../lib/background-task.ts';
import type { ServerConfig } from '../lib/config.ts';
import { isPublicHost } from '../lib/public-request.ts';
import {
  claimMessage,
  insertMessage,
  listDeliveries,
  listWebhooks,
  pauseWebhook,
  toDelivery,
  toIso,
  toWebhook,
} from '../webhooks/rows.ts';
import { createWebhookSecrets } from '../webhooks/secrets.ts';
import { isNamedHost, maxFailingMs, retryDelays, type SendOptions, sendMessage } from '../webhooks/send-message.ts';
import { getCursorTime, readSiteChanges } from './changes.ts';
import { readSettings } from './settings.ts';

const maxWebhooks = 20;
/** While so many messages wait, no further ones are added: the last one names all later changes. */
const maxPending = 100;
/** Milliseconds between two looks at the clock, and at what other servers have stored. */
const interval = 5000;
/** Milliseconds after which a cursor without changes is moved on, so that it never expires. */
const cursorAge = 60 * 60 * 1000;

const unreadable = { status: null, error: 'Another server has encrypted the secret. Create the webhook again.' };

type WebhookOptions = SendOptions & {
  databaseHandle: DatabaseHandle;
  audit: Audit;
  log: Logger;
  storageKey: Uint8Array;
  isSiteOn?: ServerConfig['isSiteOn'];
};

/**
 * Tells websites about changes. Of several servers, the one that moves a cursor on stores the message, and the one that
 * moves the time of the next attempt on makes the attempt; if it ends meanwhile, another one does after that time.
 */
export const startWebhooks = async (options: WebhookOptions) => {
  const { databaseHandle, audit, log, storageKey, isSiteOn, ...sendOptions } = options;
  const { database } = databaseHandle;
  const secrets = createWebhookSecrets(storageKey);
  await secrets.sealAll(database);
  const sending = new Map<string, Promise<unknown>>();
  let hasAny = true;

  /** Stores a message if something public has changed since the last one. */
  const queueChanges = async ({ _id, cursor }: WebhookTable, resources: readonly string[]): Promise<void> => {
    const { nextCursor } = await readSiteChanges(database, { query: {}, resources });
    const hasChanges = await (cursor === null
      ? true
      : readSiteChanges(database, { query: { since: cursor }, resources }).then(
          ({ data, hasMore }) => data.length > 0 || hasMore,
          // An expired cursor tells the website to read everything again.
          () => true,
        ));
    if (!hasChanges && cursor !== null && Date.now() - getCursorTime(cursor) < cursorAge) return;
    await databaseHandle.transaction(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('webhook')
        .set({ cursor: nextCursor })
        .where('_id', '=', _id)
        .where('cursor', cursor === null ? 'is' : '=', cursor)
        .where('pausedAt', 'is', null)
        .executeTakeFirst();
      if (hasChanges && numUpdatedRows > 0n) await insertMessage(transaction, _id, 'changes', { since: cursor });
    });
  };

  /** Sends a message that belongs to this server, and stores the result. */
  const attempt = async (webhook: WebhookTable, message: WebhookDeliveryTable): Promise<WebhookDelivery> => {
    const secret = await secrets.open(webhook);
    const { status, error } =
      secret === null ? unreadable : await sendMessage({ ...webhook, ...message, secret }, sendOptions);
    const now = Date.now();
    const delay = message.type === 'test' ? undefined : retryDelays[message.attempts - 1];
    const canRetry = message.state === 'pending' && delay !== undefined && status !== 410;
    const failed = canRetry ? ('pending' as const) : ('failed' as const);
    const result = {
      state: error === null ? ('delivered' as const) : failed,
      status,
      error,
      attemptedAt: toIso(now),
      nextAttemptAt: error !== null && canRetry ? toIso(now + delay) : null,
    };
    const reason = await databaseHandle.transaction(async (transaction) => {
      await transaction.updateTable('webhookDelivery').set(result).where('_id', '=', message._id).execute();
      const own = transaction.updateTable('webhook').where('_id', '=', webhook._id);
      if (error === null) {
        await own.set({ failingSince: null }).execute();
        // The receiver is back: what waits needs no delay.
        await transaction
          .updateTable('webhookDelivery')
          .set({ nextAttemptAt: toIso(now) })
          .where('webhookId', '=', webhook._id)
          .where('state', '=', 'pending')
          .execute();
        return null;
      }
      if (message.type === 'test') return null;
      const failing = await own
        .set(({ fn, val }) => ({ failingSince: fn.coalesce('failingSince', val(toIso(now))) }))
        .returning('failingSince')
        .executeTakeFirst();
      const isFailing = now - Date.parse(failing?.failingSince ?? '') >= maxFailingMs;
      const pauseReason = status === 410 ? 'gone' : isFailing ? 'failing' : null;
      if (pauseReason) await pauseWebhook(transaction, message, pauseReason);
      return pauseReason;
    });
    if (reason) audit.record({ event: 'webhookPaused', outcome: 'failure', detail: `${webhook.url}: ${error}` });
    return toDelivery({ ...message, ...result });
  };

  const sendDue = async (webhook: WebhookTable, signal: AbortSignal): Promise<void> => {
    for (;;) {
      const message = signal.aborted ? undefined : await claimMessage(database, webhook._id);
      if (!message) return;
      await attempt(webhook, message);
    }
  };

  const work = async (signal: AbortSignal): Promise<void> => {
    const webhooks = await database.selectFrom('webhook').selectAll().where('pausedAt', 'is', null).execute();
    hasAny = webhooks.length > 0;
    if (!hasAny) return;
    const { isOn, resources } = await readSettings(database);
    for (const webhook of webhooks) {
      const { waiting } = await database
        .selectFrom('webhookDelivery')
        .select(({ fn }) => fn.countAll<number | string>().as('waiting'))
        .where('webhookId', '=', webhook._id)
        .where('state', '=', 'pending')
        .executeTakeFirstOrThrow();
      if ((isOn || isSiteOn) && Number(waiting) < maxPending) await queueChanges(webhook, resources);
      // A slow receiver keeps no other one waiting.
      if (sending.has(webhook._id)) continue;
      const run = sendDue(webhook, signal)
        .catch((error: unknown) => log.warn({ err: error }, 'could not deliver to a webhook'))
        .finally(() => sending.delete(webhook._id));
      sending.set(webhook._id, run);
    }
  };
  const task = startBackgroundTask({ work, every: interval, log, failure: 'could not look for messages of webhooks' });
  task.run();
  const stopListening = databaseHandle.onCommit(() => {
    if (hasAny) task.run();
  });

  const find = async (id: string): Promise<WebhookTable> => {
    const found = await database.selectFrom('webhook').selectAll().where('_id', '=', id).executeTakeFirst();
    if (!found) throw new AppError('notFound', 'Webhook not found. It may have been deleted.');
    return found;
  };

  return {
    create: async (address: string): Promise<{ data: Webhook; secret: string }> => {
      const url = new URL(address);
      if (!isNamedHost(url, sendOptions.webhookHosts) && !isPublicHost(url))
        throw validationError([{ field: 'url', message: 'Enter an address on the internet' }]);
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      const { nextCursor } = await readSiteChanges(database, { query: {}, resources: [] });
      const _id = newId();
      const row: WebhookTable = {
        _id,
        url: address,
        secret: await secrets.seal(secret, _id),
        cursor: nextCursor,
        createdAt: toIso(Date.now()),
        failingSince: null,
        pausedAt: null,
        pauseReason: null,
      };
      if ((await listWebhooks(database)).length >= maxWebhooks)
        throw new AppError('conflict', `There can be up to ${maxWebhooks} webhooks`);
      await database.insertInto('webhook').values(row).execute();
      hasAny = true;
      return { data: toWebhook(row), secret };
    },
    remove: async (id: string): Promise<Webhook> => {
      const webhook = await find(id);
      await databaseHandle.transaction(async (transaction) => {
        await transaction.deleteFrom('webhookDelivery').where('webhookId', '=', id).execute();
        await transaction.deleteFrom('webhook').where('_id', '=', id).execute();
      });
      return toWebhook(webhook);
    },
    resume: async (id: string): Promise<Webhook> => {
      const resumed = { pausedAt: null, pauseReason: null, failingSince: null };
      const webhook = await find(id);
      await database.updateTable('webhook').set(resumed).where('_id', '=', id).execute();
      task.run();
      return toWebhook({ ...webhook, ...resumed });
    },
    list: (id: string): Promise<WebhookDelivery[]> => find(id).then(() => listDeliveries(database, id)),
    sendTest: async (id: string): Promise<WebhookDelivery> => {
      const webhook = await find(id);
      const message = await insertMessage(database, id, 'test', {});
      return attempt(webhook, message);
    },
    /** Sends a message again, with the same id. */
    replay: async (id: string, messageId: string): Promise<WebhookDelivery> => {
      const webhook = await find(id);
      const message = await database
        .updateTable('webhookDelivery')
        .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
        .where('_id', '=', messageId)
        .where('webhookId', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (!message) throw new AppError('notFound', 'Message not found. Messages are kept for 30 days.');
      return attempt(webhook, message);
    },
    stop: async (): Promise<void> => {
      stopListening();
      await task.stop();
      await Promise.all(sending.values());
    },
  };
};

export type Webhooks = Awaited<ReturnType<typeof startWebhooks>>;
