import { z } from 'zod';
import { auditEntrySchema } from './audit.ts';
import { idOf, timeSchema } from './resource-kit/shapes.ts';

/** Shapes of `GET /user/personal-data` and `POST /user/erase`. */

export const personalDataQuerySchema = z.object({ id: idOf('user') });

const rows = z.array(z.record(z.string(), z.unknown())).meta({ example: [] });

/** All data about one user. */
export const personalDataSchema = z
  .object({
    exportedAt: timeSchema,
    /** The current record; null if the user was deleted. */
    user: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ example: { name: 'Ada' } }),
    twoFactor: z.boolean().meta({ description: 'Whether two-factor login is on' }),
    history: rows.meta({ description: 'Changes of the user’s record' }),
    changes: rows.meta({ description: 'Changes that the user made, without their contents' }),
    passkeys: rows.meta({ description: 'Name, creation and last use of each passkey' }),
    sessions: rows,
    notifications: rows,
    views: rows,
    comments: rows,
    mentions: rows,
    imports: rows,
    audit: z.array(auditEntrySchema),
  })
  .meta({ description: 'All data about one user' });

export const eraseRequestSchema = z.strictObject({
  id: idOf('user'),
  name: z
    .string({ error: 'Enter the user’s name' })
    .max(1000)
    .meta({ description: 'The name of the deleted user, as a confirmation', example: 'Ada' }),
});
