const delayMs = 60_000;

/** Revokes a blob URL when a download or a preview that has just begun no longer needs it. */
export const revokeLater = (url: string): void => {
  setTimeout(() => URL.revokeObjectURL(url), delayMs);
};
