// The built product, observed until its first list is visible and clickable.
import { app } from 'electron';
import { reportWhenUsable } from './report.mjs';

app.on('browser-window-created', (_event, window) => reportWhenUsable(window));

await import(process.env.BENCH_PRODUCT);
