/** `shownAt` is the time when the window was shown, with its static frame. */
export const reportReady = (readyAt, shownAt = readyAt) =>
  process.stdout.write(`${JSON.stringify({ readyAt, shownAt })}\n`);

/** Runs in the page. Resolves with the time when the first row is painted and its link is clickable. */
const untilUsable = `new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => resolve(Date.now());
  const look = () => {
    const link = document.querySelector('tbody a[href*="/ProductAddEdit/"]');
    const { x = 0, y = 0, width = 0, height = 0 } = link?.getBoundingClientRect() ?? {};
    const met = link && document.elementFromPoint(x + width / 2, y + height / 2);
    if (met && link.contains(met)) port2.postMessage(null);
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Reports when a new window has been shown and the first row of its list can be clicked. */
export const reportWhenUsable = (window) => {
  const shown = new Promise((resolve) => window.once('show', () => resolve(Date.now())));
  window.webContents.once('dom-ready', async () => {
    const usableAt = await window.webContents.executeJavaScript(untilUsable);
    const shownAt = await shown;
    reportReady(Math.max(usableAt, shownAt), shownAt);
  });
};
