/** The key that signs session tokens. Backups of earlier versions contain it; a restore never uses it. */
export const sessionKeyName = 'session.key';

/** The key of what clients store. It stays with the server, so that users' drafts survive a restore. */
export const storageKeyName = 'storage.key';
