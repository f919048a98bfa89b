import { z } from 'zod';
import { type AuditEvent, type AuditOutcome, audit, eventLabels, outcomes } from './audit-resource.ts';
import { exampleId, exampleTime } from './resource-kit/examples.ts';
import { exportQuerySchema, listQuerySchema } from './resource-kit/schemas.ts';

const userId = z
  .string()
  .nullable()
  .meta({ example: exampleId('user') });
const name = z.string().nullable().meta({ example: 'Ada' });

export const auditEntrySchema = z.object({
  _id: z.string().meta({ example: exampleId('audit') }),
  event: z.enum(Object.keys(eventLabels) as AuditEvent[]),
  outcome: z.enum(Object.keys(outcomes) as AuditOutcome[]),
  /** The user who acted; null for the server itself and for unknown accounts. Names are those at the time. */
  userId,
  userName: name,
  /** The user whose account was affected, if it is another one. */
  subjectId: userId,
  subjectName: name,
  address: z.string().nullable().meta({ example: '192.0.2.10' }),
  detail: z.string().nullable().meta({ example: null }),
  createdAt: z.string().meta({ example: exampleTime }),
});

const day = z.iso.datetime({ error: 'Enter a time such as 2026-02-28T09:30:00.000Z' }).optional();
const periodSchema = z.object({
  from: day.meta({ description: 'Only entries since this time', example: '2020-01-01T00:00:00.000Z' }),
  to: day.meta({ description: 'Only entries before this time', example: '2100-01-01T00:00:00.000Z' }),
});
export type AuditPeriod = z.infer<typeof periodSchema>;

export const auditQuerySchema = periodSchema.and(listQuerySchema(audit));
export const auditExportQuerySchema = periodSchema.and(exportQuerySchema(audit));
