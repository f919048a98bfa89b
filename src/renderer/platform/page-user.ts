let pageUserId: string | undefined;

/** Id of the user whose data this page shows: the first that logs in, until the page is reloaded. */
export const getPageUser = (): string | undefined => pageUserId;

export const setPageUser = (userId: string): void => {
  pageUserId ??= userId;
};

/** Whether the page may use the session of this user: nothing may be sent from it as another one. */
export const isPageUser = (userId: string): boolean => (pageUserId ?? userId) === userId;
