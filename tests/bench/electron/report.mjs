/** `shownAt` is the time when the window was shown, with its static frame. */
export const reportReady = (readyAt, shownAt = readyAt) =>
  process.stdout.write(`${JSON.stringify({ readyAt, shownAt })}\n`);
