import { type BrowserWindow, type Rectangle, type Size, screen } from 'electron';
import Store from 'electron-store';
import { z } from 'zod';
import { defaultSize, fitSize, moveInto } from './window-bounds.ts';

const stateSchema = z.object({
  bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  isMaximized: z.boolean(),
  isFullScreen: z.boolean(),
});
type State = z.infer<typeof stateSchema>;

const saveDelay = 300;

const openStore = (): Store<{ last?: State }> => new Store({ name: 'window', clearInvalidConfig: true });

/** Pixels between a new window and the front one, which stays visible. */
const cascadeOffset = 28;

const onNearestScreen = (bounds: Rectangle): Rectangle => moveInto(bounds, screen.getDisplayMatching(bounds).workArea);

/** Bounds without a position are centered by the system. */
export const nextWindowBounds = (front: BrowserWindow | null): { bounds: Size & Partial<Rectangle>; state?: State } => {
  if (front) {
    const { x, y, width, height } = front.getNormalBounds();
    return { bounds: onNearestScreen({ x: x + cascadeOffset, y: y + cascadeOffset, width, height }) };
  }
  const { data: state } = stateSchema.safeParse(openStore().get('last'));
  if (state) return { bounds: onNearestScreen(state.bounds), state };
  return { bounds: fitSize(defaultSize, screen.getPrimaryDisplay().workAreaSize) };
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
