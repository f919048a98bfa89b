import { app, BrowserWindow, Notification, nativeImage } from 'electron';
import type { IpcInput } from '#shared/ipc.ts';

type Unread = IpcInput<'showUnread'>['unread'];

/** A red dot: Windows has no numbers in its task bar. */
const dot = (): Electron.NativeImage => {
  const size = 16;
  const pixels = Buffer.alloc(size * size * 4);
  for (let index = 0; index < size * size; index += 1) {
    const x = (index % size) - 7.5;
    const y = Math.floor(index / size) - 7.5;
    if (x * x + y * y <= 49) pixels.set([0x2e, 0x26, 0xc2, 0xff], index * 4);
  }
  return nativeImage.createFromBitmap(pixels, { width: size, height: size });
};

const showOverlay = (window: BrowserWindow, count: number): void =>
  window.setOverlayIcon(count > 0 ? dot() : null, count > 0 ? `${count} unread notifications` : '');

const showBadge = (count: number): void => {
  if (process.platform !== 'win32') app.setBadgeCount(count);
  else for (const window of BrowserWindow.getAllWindows()) showOverlay(window, count);
};

/** Those on the screen: what nothing holds any more no longer answers a click. */
const shown = new Set<Notification>();

/** Shows outside the windows what the notifications of the person who is signed in are like. */
export const createUnreadSigns = (open: (route: string) => void) => {
  let last: Unread = null;
  /** When the newest that was ever told of here was written. */
  let latest = '';
  if (process.platform === 'win32') {
    app.on('browser-window-created', (_event, window) => showOverlay(window, last?.count ?? 0));
  }

  /** Null: nobody is signed in. Every window tells the same, so a thing is only new once. */
  return (unread: Unread): void => {
    const before = last;
    last = unread;
    showBadge(unread?.count ?? 0);
    const newest = unread?.newest;
    // What was read in the meantime may leave an older one as the newest.
    if (!newest || newest.createdAt <= latest) return;
    latest = newest.createdAt;
    if (!before) return;
    // Who works in the app sees the bell.
    if (BrowserWindow.getFocusedWindow() || !Notification.isSupported()) return;
    // Its title alone: what it says and whom it concerns is nothing for a locked screen.
    const notification = new Notification({ title: 'New notification', body: newest.title });
    shown.add(notification);
    notification.on('click', () => open(newest.route));
    notification.on('close', () => shown.delete(notification));
    notification.show();
  };
};
