import { z } from 'zod';
import { defineResource } from './resource-kit/define-resource.ts';
import { choice, reference, text } from './resource-kit/fields.ts';
import { exportQuerySchema, listQuerySchema } from './resource-kit/schemas.ts';
import { idOf, timeSchema, userNameSchema } from './resource-kit/shapes.ts';

/** Events and their labels. A new event needs only a line here and a call of `record`. */
const eventLabels = {
  signIn: 'Login',
  lockout: 'Login blocked',
  signOut: 'Logout',
  sessionsEnded: 'Sessions ended',
  setup: 'First-time setup',
  userCreated: 'User added',
  userDeleted: 'User deleted',
  userStatus: 'User status changed',
  role: 'Role changed',
  password: 'Password changed',
  passwordConfirmed: 'Password confirmed',
  passwordReset: 'One-time code created',
  twoFactorOn: 'Two-factor login turned on',
  twoFactorOff: 'Two-factor login turned off',
  passkeyAdded: 'Passkey added',
  passkeyRemoved: 'Passkey removed',
  twoFactorPolicy: 'Two-factor requirement changed',
  export: 'Export',
  backupRestored: 'Backup restored',
  personalDataExported: 'Personal data exported',
  personalDataErased: 'Personal data erased',
  website: 'Website settings changed',
  siteTokenCreated: 'Read token created',
  siteTokenRevoked: 'Read token revoked',
  webhookCreated: 'Webhook created',
  webhookDeleted: 'Webhook deleted',
  webhookPaused: 'Webhook paused',
  webhookResumed: 'Webhook resumed',
} as const;
export type AuditEvent = keyof typeof eventLabels;

const outcomes = { success: 'Success', failure: 'Failure' } as const;
export type AuditOutcome = keyof typeof outcomes;

const toOptions = <Value extends string>(labels: Record<Value, string>) =>
  (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }));

/**
 * Describes the audit log to lists and exports. It isn't one of the resources: it has no routes that write, no history
 * and no search index.
 */
export const audit = defineResource({
  name: 'audit',
  label: 'Audit entry',
  labelPlural: 'Audit entries',
  titleField: 'event',
  paths: { list: '/Audit' },
  fields: {
    event: choice({ label: 'Event', options: toOptions(eventLabels) }),
    outcome: choice({ label: 'Outcome', options: toOptions(outcomes) }),
    userId: reference({ label: 'User', to: 'user' }),
    subjectId: reference({ label: 'Affected user', to: 'user' }),
    address: text({ label: 'Address', example: '192.0.2.10' }),
    detail: text({ label: 'Details' }),
  },
});

const userId = idOf('user').nullable();
const name = userNameSchema.nullable();

export const auditEntrySchema = z.object({
  _id: idOf('audit'),
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
  createdAt: timeSchema,
});

const day = z.iso.datetime({ error: 'Enter a time such as 2026-02-28T09:30:00.000Z' }).optional();
const periodSchema = z.object({
  from: day.meta({ description: 'Only entries since this time', example: '2020-01-01T00:00:00.000Z' }),
  to: day.meta({ description: 'Only entries before this time', example: '2100-01-01T00:00:00.000Z' }),
});
export type AuditPeriod = z.infer<typeof periodSchema>;

export const auditQuerySchema = periodSchema.and(listQuerySchema(audit));
export const auditExportQuerySchema = periodSchema.and(exportQuerySchema(audit));
