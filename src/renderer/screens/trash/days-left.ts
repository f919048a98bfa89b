const day = 24 * 60 * 60 * 1000;

/** How many days are left until then, begun ones included. */
export const daysLeft = (expiresAt: string, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(expiresAt) - now.getTime()) / day));
