// Lower bound for a start: an empty Electron window.
import { app, BrowserWindow } from 'electron';
import { reportReady } from './report.mjs';

app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false });
  window.once('ready-to-show', () => {
    reportReady(Date.now());
    window.show();
  });
  void window.loadURL('data:text/html,<title>Blank</title>');
});
app.on('window-all-closed', () => app.quit());
