import { browserPlatform } from './browser.ts';
import { createDesktopPlatform } from './desktop.ts';
import { http } from './http.ts';
import type { Platform } from './platform.ts';
import { bridge } from './server.ts';

export const platform: Platform = bridge ? createDesktopPlatform(bridge) : browserPlatform;

http.interceptors.request.use((config) => {
  config.headers.set(platform.session.getAuthHeaders(), false);
  return config;
});

export { http } from './http.ts';
export {
  type ApiResponse,
  type ExportRequest,
  type FileSource,
  type FileSources,
  FileUnavailableError,
  type LocalFile,
  type Platform,
  type SendRequest,
} from './platform.ts';
