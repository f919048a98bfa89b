import { defineResource } from './resource-kit/define-resource.ts';
import { choice, reference, text } from './resource-kit/fields.ts';

/** Events and their labels. A new event needs only a line here and a call of `record`. */
export const eventLabels = {
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
} as const;
export type AuditEvent = keyof typeof eventLabels;

export const outcomes = { success: 'Success', failure: 'Failure' } as const;
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
