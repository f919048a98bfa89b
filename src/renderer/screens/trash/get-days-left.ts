const dayMs = 24 * 60 * 60 * 1000;

/** Days until then, rounded up. */
export const getDaysLeft = (expiresAt: string, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(expiresAt) - now.getTime()) / dayMs));
