import type { Bridge } from '#shared/ipc.ts';
import { createBrowserPlatform } from './browser.ts';
import { createDesktopPlatform } from './desktop.ts';
import type { Platform } from './platform.ts';

const { backoffice } = window as Window & { backoffice?: Bridge };

export const platform: Platform = backoffice ? createDesktopPlatform(backoffice) : createBrowserPlatform();

export { type ApiResponse, fetchJson } from './fetch-json.ts';
export {
  type ExportRequest,
  FileUnavailableError,
  isUnreachableStatus,
  type LocalFile,
  NetworkError,
  type Platform,
  type SendRequest,
} from './platform.ts';
