/** Name of the user who made a change; an erased one has only an id. */
export const getAuthorName = ({ userId, userName }: { userId: string | null; userName: string | null }): string =>
  userName ?? (userId === null ? 'System' : 'Erased user');
