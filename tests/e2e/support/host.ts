import { expect, type Locator, type Page } from '@playwright/test';

/** The program around the page, with the same interface on both hosts. */
export type Host = {
  kind: 'desktop' | 'browser';
  /** Opens the app and returns its page. Data stored by an earlier run is still there. */
  open: () => Promise<Page>;
  close: () => Promise<void>;
  address: (path: string) => string;
  isOwn: (url: string) => boolean;
  chooseFiles: (page: Page, paths: readonly string[], openDialog: () => Promise<void>) => Promise<void>;
  /** Makes later save dialogs of the system return this path. */
  setSavePath: (path: string) => Promise<void>;
  /** Runs `act`, saves the resulting file at this path and returns the suggested name. */
  saveFile: (page: Page, path: string, act: () => Promise<void>) => Promise<string>;
  log: () => string;
};

export const dropFiles = async (target: Locator, paths: readonly string[]): Promise<void> => {
  const page = target.page();
  const session = await page.context().newCDPSession(page);
  // Wait for the final layout: content above the target may still be loading and would move it.
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
  await target.hover({ trial: true });
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing visible to drop files on.');
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      data: { items: [], files: [...paths], dragOperationsMask: 1 },
    });
  await drag('dragEnter');
  await drag('dragOver');
  await drag('drop');
  await session.detach();
};
