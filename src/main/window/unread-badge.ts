import { app, BrowserWindow, Notification, nativeImage } from 'electron';
import type { IpcInput } from '#shared/ipc.ts';

type Unread = IpcInput<'setUnread'>['unread'];

/** A red dot, because the Windows taskbar can't show numbers. */
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

/** References to the visible notifications: a garbage-collected one ignores clicks. */
const shown = new Set<Notification>();

/** Shows unread notifications outside the windows: as a badge and as a system notification. */
export const createUnreadBadge = (open: (route: string) => void) => {
  let last: Unread = null;
  let latest = '';
  if (process.platform === 'win32') {
    app.on('browser-window-created', (_event, window) => showOverlay(window, last?.count ?? 0));
  }

  /** Null if no user is signed in. Every window reports the same notifications. */
  return (unread: Unread): void => {
    const before = last;
    last = unread;
    showBadge(unread?.count ?? 0);
    const newest = unread?.newest;
    // After others are read, an older notification may be the newest unread one.
    if (!newest || newest.createdAt <= latest) return;
    latest = newest.createdAt;
    if (!before) return;
    // The app is in use, and its bell shows the count.
    if (BrowserWindow.getFocusedWindow() || !Notification.isSupported()) return;
    // Only the title, because the lock screen may show it.
    const notification = new Notification({ title: 'New notification', body: newest.title });
    shown.add(notification);
    notification.on('click', () => open(newest.route));
    notification.on('close', () => shown.delete(notification));
    notification.show();
  };
};
