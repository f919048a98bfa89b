/** Section 9 of the specification: how long toasts stay, in milliseconds, and how many at once. */
export const toastDurations = {
  error: 4000,
  custom: 4000,
  success: 2000,
  /** Longer than section 9 has it for the others: there is a decision to make. */
  undo: 10_000,
} as const;
export const maxToasts = 20;

/** Section 9: how queries are retried and kept, in milliseconds. */
export const queryDefaults = {
  retries: 3,
  firstRetryDelay: 1000,
  maxRetryDelay: 30_000,
  garbageCollectionTime: 5 * 60_000,
} as const;

/** Section 9: what a person can choose as rows per page. */
export const rowsPerPageOptions = [1, 5, 10, 20, 30, 40, 50, 100, 200, 500] as const;

/** Section 9: names under which the client keeps things. */
export const storageKeys = { session: 'AUTH_TOKEN', activeTab: 'activeTab' } as const;
