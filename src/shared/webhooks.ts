import { z } from 'zod';
import { dataResponseSchema, listResponseSchema, messageResponseSchema } from './api.ts';
import { idOf, timeSchema } from './resource-kit/shapes.ts';

/** Messages about changes to websites, in the format of Standard Webhooks. */

/** `failing`: no message arrived for a day; `gone`: the receiver answered 410; `restored`: a backup was restored. */
const pauseReasons = ['failing', 'gone', 'restored'] as const;

const urlSchema = z
  .url({ protocol: /^https?$/, error: 'Enter an address such as https://www.example.com/hooks' })
  .trim()
  .max(1000)
  .regex(/^https?:\/\/[^/?#@]+(?:[/?#]|$)/i, 'Enter an address such as https://www.example.com/hooks')
  .meta({ example: 'https://www.example.com/hooks' });

/** `POST /website/webhooks` */
export const createWebhookSchema = z.strictObject({ url: urlSchema });

const webhookSchema = z.object({
  _id: idOf('webhook'),
  url: urlSchema,
  createdAt: timeSchema,
  failingSince: timeSchema.nullable().meta({ description: 'When a message failed first, and none has arrived since' }),
  pausedAt: timeSchema.nullable(),
  pauseReason: z.enum(pauseReasons).nullable().meta({ example: null }),
});
export type Webhook = z.infer<typeof webhookSchema>;

export const webhookListResponseSchema = listResponseSchema(webhookSchema);

export const webhookResponseSchema = messageResponseSchema
  .extend({
    data: webhookSchema,
    secret: z.string().meta({ description: 'Signs the messages; shown only once', example: 'whsec_AAAA' }),
  })
  .meta({ description: 'The new webhook' });

const deliverySchema = z.object({
  _id: z.string().meta({ description: 'The id of the message (`webhook-id`)', example: 'msg_1' }),
  type: z.enum(['changes', 'test']),
  state: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.number().meta({ example: 1 }),
  status: z.number().nullable().meta({ description: 'Of the last response', example: 204 }),
  error: z.string().nullable().meta({ example: null }),
  createdAt: timeSchema,
  attemptedAt: timeSchema.nullable(),
  nextAttemptAt: timeSchema.nullable(),
});
export type WebhookDelivery = z.infer<typeof deliverySchema>;

export const deliveryListResponseSchema = listResponseSchema(deliverySchema);
export const deliveryResponseSchema = dataResponseSchema(deliverySchema, 'The message after this attempt');

/** In the data of Home. */
export const pausedWebhookSchema = webhookSchema.pick({ _id: true, url: true, pausedAt: true, pauseReason: true });
export type PausedWebhook = z.infer<typeof pausedWebhookSchema>;
