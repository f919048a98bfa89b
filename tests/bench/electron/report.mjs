/** Tells the measurement, which reads what is printed, when the app became what it waits for. */
export const reportReady = (readyAt) => process.stdout.write(`${JSON.stringify({ readyAt })}\n`);
