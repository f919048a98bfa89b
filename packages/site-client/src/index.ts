export { type Cache, type CachedResponse, createMemoryCache } from './cache.ts';
export * from './client.ts';
export { SiteError } from './errors.ts';
export { getImageAttributes, readSrcset } from './images.ts';
export { type Content, type ContentUpdate, updateContent } from './mirror.ts';
export type { RequestOptions } from './request.ts';
export type * from './types.ts';
