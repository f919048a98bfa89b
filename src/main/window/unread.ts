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

const showBadge = (count: number): void => {
  if (process.platform !== 'win32') {
    app.setBadgeCount(count);
    return;
  }
  for (const window of BrowserWindow.getAllWindows()) {
    window.setOverlayIcon(count > 0 ? dot() : null, count > 0 ? `${count} unread notifications` : '');
  }
};

/** Shows outside the windows what the notifications of the person who is signed in are like. */
export const createUnreadSigns = (open: (route: string) => void) => {
  let last: Unread = null;

  /** Null: nobody is signed in. Every window tells the same, so a thing is only new once. */
  return (unread: Unread): void => {
    const before = last;
    last = unread;
    showBadge(unread?.count ?? 0);
    const newest = unread?.newest;
    if (!before || !newest || newest.id === before.newest?.id || unread.count <= before.count) return;
    // Who works in the app sees the bell.
    if (BrowserWindow.getFocusedWindow() || !Notification.isSupported()) return;
    const notification = new Notification({ title: 'New notification', body: newest.title });
    notification.on('click', () => open(newest.route));
    notification.show();
  };
};
