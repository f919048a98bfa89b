export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Formats of all files that the server creates: personal data is JSON. */
export const fileFormats = [...exportFormats, 'json'] as const;
export type FileFormat = (typeof fileFormats)[number];
