import { app, Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';

const isMac = process.platform === 'darwin';

/** The menu of the app: what the system expects, and no tools of developers in the product. */
export const setMenu = (): void => {
  const view: MenuItemConstructorOptions[] = [
    { role: 'reload' },
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
  if (!app.isPackaged) view.push({ role: 'toggleDevTools' });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' } as const] : []),
      { role: 'fileMenu' },
      { role: 'editMenu' },
      { label: 'View', submenu: view },
      { role: 'windowMenu' },
    ]),
  );
};

/** Cut, copy and paste where a person clicks with the other button; Electron has no such menu of its own. */
export const offerEditMenu = (contents: WebContents): void => {
  contents.on('context-menu', (_event, { isEditable, editFlags, selectionText }) => {
    if (!isEditable && selectionText.trim() === '') return;
    const items: MenuItemConstructorOptions[] = isEditable
      ? [
          { role: 'cut', enabled: editFlags.canCut },
          { role: 'copy', enabled: editFlags.canCopy },
          { role: 'paste', enabled: editFlags.canPaste },
          { role: 'selectAll', enabled: editFlags.canSelectAll },
        ]
      : [{ role: 'copy', enabled: editFlags.canCopy }];
    Menu.buildFromTemplate(items).popup();
  });
};
