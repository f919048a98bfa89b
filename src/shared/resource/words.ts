import type { Status } from './fields.ts';

/** The words by which people read a status, wherever it is shown. */
export const statusLabels: Record<Status, string> = { ACTIVE: 'Active', INACTIVE: 'Inactive' };

/** The words by which people read yes and no. */
export const formatYesNo = (isYes: boolean): string => (isYes ? 'Yes' : 'No');

/** What the moments that every record has are called. */
export const momentLabels = { createdAt: 'Added', updatedAt: 'Changed' } as const;
