// Baseline upload: the page reads the file as a data URL and sends it as JSON.
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow } from 'electron';

app.whenReady().then(() => {
  // A file:// page may not call the server otherwise, because of the same-origin policy.
  const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { webSecurity: false } });
  void window.loadFile(fileURLToPath(new URL('data-url.html', import.meta.url)));
});
app.on('window-all-closed', () => app.quit());
