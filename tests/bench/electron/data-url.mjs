// The usual way of a file to a server: the page reads it as a data URL and sends it in JSON.
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow } from 'electron';

app.whenReady().then(() => {
  // The page comes from a file and its server from elsewhere, which a browser would not let speak to each other.
  const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { webSecurity: false } });
  void window.loadFile(fileURLToPath(new URL('data-url.html', import.meta.url)));
});
app.on('window-all-closed', () => app.quit());
