import type { PausedWebhook, Webhook, WebhookDelivery } from '#shared/webhooks.ts';
import { newId } from '../database/ids.ts';
import type { Database, WebhookDeliveryTable, WebhookTable } from '../database/tables.ts';

const maxListed = 100;
const retentionMs = 30 * 24 * 60 * 60 * 1000;
/** Milliseconds for which an attempt belongs to a server: longer than it can take. */
const leaseMs = 60_000;
export const toIso = (time: number): string => new Date(time).toISOString();

const byTime = (one: string, other: string): number => {
  const [first, second] = [one, other].map((body) => (JSON.parse(body) as { timestamp: string }).timestamp);
  return (first ?? '') < (second ?? '') ? -1 : 1;
};

export const toWebhook = ({ secret: _secret, cursor: _cursor, ...webhook }: WebhookTable): Webhook => webhook;

export const toDelivery = ({ webhookId: _id, body: _body, ...delivery }: WebhookDeliveryTable): WebhookDelivery =>
  delivery;

export const listWebhooks = async (database: Database): Promise<Webhook[]> =>
  (await database.selectFrom('webhook').selectAll().orderBy('_id', 'desc').execute()).map(toWebhook);

/** Returns the webhooks that were paused because they failed, for Home. */
export const listPausedWebhooks = (database: Database): Promise<PausedWebhook[]> =>
  database
    .selectFrom('webhook')
    .select(['_id', 'url', 'pausedAt', 'pauseReason'])
    .where('pausedAt', 'is not', null)
    .orderBy('pausedAt', 'desc')
    .execute();

export const listDeliveries = async (database: Database, webhookId: string): Promise<WebhookDelivery[]> => {
  const messages = database.selectFrom('webhookDelivery').selectAll().where('webhookId', '=', webhookId);
  return (await messages.orderBy('_id', 'desc').limit(maxListed).execute()).map(toDelivery);
};

export const deleteOldDeliveries = async (database: Database): Promise<void> => {
  const oldest = toIso(Date.now() - retentionMs);
  await database.deleteFrom('webhookDelivery').where('createdAt', '<', oldest).execute();
};

export const insertMessage = async (database: Database, webhookId: string, type: 'changes' | 'test', data: object) => {
  const createdAt = toIso(Date.now());
  const row: WebhookDeliveryTable = {
    _id: `msg_${newId()}`,
    webhookId,
    type,
    body: JSON.stringify({ type, timestamp: createdAt, data }),
    state: 'pending',
    attempts: type === 'test' ? 1 : 0,
    status: null,
    error: null,
    createdAt,
    attemptedAt: null,
    // A test is sent by its request.
    nextAttemptAt: type === 'test' ? null : createdAt,
  };
  await database.insertInto('webhookDelivery').values(row).execute();
  return row;
};

/** Pauses a webhook and gives up its messages. */
export const pauseWebhook = async (
  transaction: Database,
  { webhookId: _id, body }: WebhookDeliveryTable,
  pauseReason: 'failing' | 'gone',
) => {
  const waiting = transaction
    .selectFrom('webhookDelivery')
    .select('body')
    .where('webhookId', '=', _id)
    .where('state', '=', 'pending')
    .where('type', '=', 'changes');
  const others = await waiting.orderBy('_id').limit(1).execute();
  const [first = ''] = [body, ...others.map((other) => other.body)].sort(byTime);
  // Once it is resumed, one message names all changes that didn't arrive.
  const { since } = (JSON.parse(first) as { data: { since: string | null } }).data;
  await transaction
    .updateTable('webhook')
    .set({ pausedAt: toIso(Date.now()), pauseReason, cursor: since })
    .where('_id', '=', _id)
    .execute();
  await transaction
    .updateTable('webhookDelivery')
    .set({ state: 'failed', nextAttemptAt: null })
    .where('webhookId', '=', _id)
    .where('state', '=', 'pending')
    .execute();
};

/** Makes the next attempt of a message this server's, if it is due. */
export const claimMessage = (database: Database, webhookId: string): Promise<WebhookDeliveryTable | undefined> => {
  const now = toIso(Date.now());
  const due = database
    .selectFrom('webhookDelivery')
    .select('_id')
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'pending')
    .where('nextAttemptAt', '<=', now);
  return database
    .updateTable('webhookDelivery')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), nextAttemptAt: toIso(Date.now() + leaseMs) }))
    .where('_id', 'in', due.orderBy('_id').limit(1))
    .where('state', '=', 'pending')
    .where('nextAttemptAt', '<=', now)
    .returningAll()
    .executeTakeFirst();
};
