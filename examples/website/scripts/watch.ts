import { setTimeout as wait } from 'node:timers/promises';
import { dev } from 'astro';
import { openContent } from './content.ts';
import { readOptions } from './options.ts';

const intervalMs = 500;

const options = readOptions();
const content = await openContent(options);
await content.update({ isComplete: false });
await content.publish({ hasDownloads: false });

const { address } = await dev({ server: { port: Number(options.port) }, logLevel: 'warn' });
console.log(`http://localhost:${address.port}`);

// Astro watches the file that this writes, and reloads the pages.
for (let isUnreachable = false; ; await wait(intervalMs)) {
  try {
    const changed = await content.update({ isComplete: false });
    if (changed === 'everything' || changed.length > 0) {
      await content.publish({ hasDownloads: false });
      console.log(
        changed === 'everything' ? 'Read everything' : `Read ${changed.map((each) => each.resource).join(', ')}`,
      );
    }
    isUnreachable = false;
  } catch (error) {
    if (!isUnreachable) console.warn(`Can't read from ${options.url}. ${error}`);
    isUnreachable = true;
  }
}
