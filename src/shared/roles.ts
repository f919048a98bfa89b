export const roles = ['ADMIN', 'SUBADMIN', 'USER'] as const;
export type Role = (typeof roles)[number];
