import { expect, type Locator, type Page } from '@playwright/test';

/** What the specs need of the program around the page; the same for both hosts. */
export type Host = {
  kind: 'desktop' | 'browser';
  /** Opens the app and gives its page. What an earlier opening kept on the computer is still there. */
  open: () => Promise<Page>;
  close: () => Promise<void>;
  /** The address of a route of the app. */
  address: (path: string) => string;
  /** Whether a request stays with the app and its server. */
  isOwn: (url: string) => boolean;
  /** Does what opens the system's file dialog, and chooses these files in it. */
  chooseFiles: (page: Page, paths: readonly string[], openDialog: () => Promise<void>) => Promise<void>;
  /** From now on the system's dialog for saving answers with this path. */
  chooseWhereToSave: (path: string) => Promise<void>;
  /** Does what saves a file, and sees to it that it is saved at this path; gives the name that was offered. */
  saveFile: (page: Page, path: string, act: () => Promise<void>) => Promise<string>;
  /** What the program itself printed, for the report of a failed test. */
  log: () => string;
};

/** Drops files of this computer onto an element, as the system's file manager does. */
export const dropFiles = async (target: Locator, paths: readonly string[]): Promise<void> => {
  const page = target.page();
  const session = await page.context().newCDPSession(page);
  // In sight, and where it stays: what stands before it may have just been loaded, or be still to come.
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
