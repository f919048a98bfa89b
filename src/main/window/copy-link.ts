import { type BrowserWindow, clipboard } from 'electron';
import { sendEvent } from '../ipc.ts';
import { toDeepLink } from './deep-links.ts';

export const copyPageLink = ({ webContents }: BrowserWindow): void => {
  const link = toDeepLink(webContents.getURL());
  if (link === null) return;
  clipboard.writeText(link);
  sendEvent(webContents, 'toast', { isFailure: false, message: 'Link copied' });
};
