// Lower bound for the same work: our libraries, frame and rows, with a minimal server in a utility process.
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, utilityProcess } from 'electron';
import { reportWhenUsable } from './report.mjs';

const serverScript = fileURLToPath(new URL('least-server.mjs', import.meta.url));

app.whenReady().then(() => {
  const server = utilityProcess.fork(serverScript, [process.env.BENCH_DATABASE]);
  const listening = new Promise((resolve) => server.once('message', resolve));
  // A file:// page may not call the server otherwise, because of the same-origin policy.
  const webPreferences = { webSecurity: false };
  const window = new BrowserWindow({ width: 1280, height: 800, show: false, webPreferences });
  reportWhenUsable(window);
  window.webContents.once('dom-ready', async () =>
    window.webContents.executeJavaScript(`connect(${JSON.stringify(await listening)})`),
  );
  void window.loadFile(process.env.BENCH_PAGE);
  window.show();
});
app.on('window-all-closed', () => app.quit());
