/** Section 9 of the specification: duration of toasts in milliseconds, and their maximum number. Errors stay. */
export const toastDurations = {
  custom: 4000,
  success: 2000,
  /** Longer than in section 9, because the user has to decide. */
  undo: 10_000,
} as const;
export const maxToasts = 20;

/** Section 9: retries and cache times of queries, in milliseconds. */
export const queryDefaults = {
  retries: 3,
  firstRetryDelay: 1000,
  maxRetryDelay: 30_000,
  garbageCollectionTime: 5 * 60_000,
} as const;

/** Section 9: options for rows per page. */
export const rowsPerPageOptions = [1, 5, 10, 20, 30, 40, 50, 100, 200, 500] as const;

/** Section 9: keys in the client's storage. */
export const storageKeys = { session: 'AUTH_TOKEN', activeTab: 'activeTab' } as const;
