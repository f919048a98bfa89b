export const reportReady = (readyAt) => process.stdout.write(`${JSON.stringify({ readyAt })}\n`);
