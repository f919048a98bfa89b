import { type BrowserWindow, type Rectangle, screen } from 'electron';
import Store from 'electron-store';
import { z } from 'zod';
import { fitToScreens } from './window-bounds.ts';

const stateSchema = z.object({
  bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  isMaximized: z.boolean(),
  isFullScreen: z.boolean(),
});
type State = z.infer<typeof stateSchema>;

const saveDelay = 300;

const openStore = (): Store<{ last?: State }> => new Store({ name: 'window', clearInvalidConfig: true });

const workAreas = (): Rectangle[] => {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary, ...others].map(({ workArea }) => workArea);
};

/** Pixels between a new window and the front one, which stays visible. */
const cascadeOffset = 28;

export const nextWindowBounds = (front: BrowserWindow | null): { bounds: Rectangle | null; state: State | null } => {
  if (front) {
    const { x, y, width, height } = front.getNormalBounds();
    const offsetBounds = { x: x + cascadeOffset, y: y + cascadeOffset, width, height };
    return { bounds: fitToScreens(offsetBounds, workAreas()), state: null };
  }
  const saved = stateSchema.safeParse(openStore().get('last'));
  const state = saved.success ? saved.data : null;
  return { bounds: fitToScreens(state?.bounds ?? null, workAreas()), state };
};

export const storeWindowState = (window: BrowserWindow): void => {
  let timer: NodeJS.Timeout | undefined;
  const save = () => {
    if (window.isDestroyed() || window.isMinimized()) return;
    openStore().set('last', {
      bounds: window.getNormalBounds(),
      isMaximized: window.isMaximized(),
      isFullScreen: window.isFullScreen(),
    });
  };
  const saveSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, saveDelay);
  };
  window.on('resize', saveSoon);
  window.on('move', saveSoon);
  window.on('maximize', saveSoon);
  window.on('unmaximize', saveSoon);
  window.on('enter-full-screen', saveSoon);
  window.on('leave-full-screen', saveSoon);
  window.on('close', save);
  window.once('closed', () => clearTimeout(timer));
};
