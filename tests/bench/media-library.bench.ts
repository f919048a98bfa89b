import assert from 'node:assert/strict';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { locateChromium } from '../../scripts/lib/locate.ts';
import { png } from '../e2e/support/files.ts';
import { type BenchServer, startBenchServer } from './support/bench-server.ts';
import { copyDatabase } from './support/copy-database.ts';
import { compare, median, printRatios } from './support/measure.ts';
import { showHtml } from './support/page-times.ts';
import { signedInPage } from './support/product-pages.ts';

/**
 * Measures how long a start needs until 10,000 uploads of an earlier version are in the library; and with 100,000 files, a
 * page of them over HTTP, and the time from a click on Media until the first pictures are painted.
 */
const sizes = { migration: 10_000, library: 100_000 };
const rounds = 7;
/** The newest files, which are shown first, have their pictures. */
const pictures = 300;

const fileOf = (number: number): string => `${number.toString(16).padStart(32, '0')}.png`;
const picture = png([30, 90, 160], 320);
const rendition = await sharp(picture).webp().toBuffer();

/** Adds categories with an image each, as an earlier version stored them. */
const addUploads = (dataDir: string, count: number): void => {
  const database = new Database(join(dataDir, 'backoffice.db'));
  const info = database.pragma('table_info(category)') as { name: string; notnull: number; type: string }[];
  const columns = info.filter(({ notnull }) => notnull === 1).map(({ name }) => name);
  const names = [...new Set([...columns, '_id', 'name', 'image', 'imageAlt', 'files', 'searchKey', 'version'])];
  const insert = database.prepare(
    `insert into category (${names.map((name) => `"${name}"`).join()}) values (${names.map((name) => `@${name}`).join()})`,
  );
  const use = database.prepare(
    `insert into "fileUse" (file, resource, "recordId", field) values (?, 'category', ?, 'image')`,
  );
  database.transaction(() => {
    for (let number = 1; number <= count; number += 1) {
      const at = new Date(1_700_000_000_000 + number).toISOString();
      const id = `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
      const values: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, '']));
      const size = {
        name: `Pens ${number} ${number % 1000 === 0 ? 'papyrus' : 'paper'}.png`,
        size: 1000,
        width: 320,
        height: 320,
      };
      Object.assign(values, {
        _id: id,
        name: `Pens ${number}`,
        image: fileOf(number),
        imageAlt: number % 10 === 0 ? '' : `Pen ${number}`,
      });
      Object.assign(values, {
        files: JSON.stringify({ image: size }),
        searchKey: number,
        version: 1,
        createdAt: at,
        updatedAt: at,
        status: 'ACTIVE',
      });
      insert.run(values);
      use.run(fileOf(number), id);
    }
  })();
  database.close();
  const uploads = join(dataDir, 'uploads');
  mkdirSync(join(uploads, '.renditions'), { recursive: true });
  const [image, small] = [join(uploads, fileOf(0)), join(uploads, '.renditions', `${fileOf(0).slice(0, 32)}-320.webp`)];
  writeFileSync(image, picture);
  writeFileSync(small, rendition);
  for (let number = count; number > count - pictures; number -= 1) {
    linkSync(image, join(uploads, fileOf(number)));
    linkSync(small, join(uploads, '.renditions', `${fileOf(number).slice(0, 32)}-320.webp`));
  }
};

/** Milliseconds from a start until all files are in the library. */
const startWith = async (count: number, args: string[] = []): Promise<{ office: BenchServer; ms: number }> => {
  const office = await startBenchServer({ args, fill: (dataDir) => addUploads(dataDir, count) });
  const started = performance.now();
  const database = new Database(join(office.dataDir, 'backoffice.db'), { readonly: true });
  const read = database.prepare('select count(*) from "assetFile"').pluck();
  while (read.get() !== count) await new Promise((resolve) => setTimeout(resolve, 20));
  database.close();
  return { office, ms: performance.now() - started };
};

/** Milliseconds in which SQLite copies the same rows into the same tables with the same indexes. */
const timeCopy = (office: BenchServer): number => {
  const copy = copyDatabase(office, 'copy.db');
  copy.exec(`attach '${join(office.dataDir, 'backoffice.db')}' as original`);
  copy.exec(`delete from asset; delete from "assetFile"; delete from "fileUse" where resource = 'asset'`);
  const started = performance.now();
  copy.transaction(() => {
    copy.exec('insert into asset select * from original.asset');
    copy.exec('insert into "assetFile" select * from original."assetFile"');
    copy.exec(`insert into "fileUse" select * from original."fileUse" where resource = 'asset'`);
  })();
  const ms = performance.now() - started;
  copy.close();
  return ms;
};

const measureMigration = async (): Promise<void> => {
  const { office, ms } = await startWith(sizes.migration);
  printRatios({
    title: `${sizes.migration.toLocaleString('en')} uploads of an earlier version, until they are in the library`,
    unit: 'ms',
    rows: [
      { name: 'copying the rows (the limit)', value: timeCopy(office) },
      { name: 'from the ready server', value: ms },
    ],
  });
  await office.close();
};

type Found = { data: { file: string }[]; total: number };

const measureRequests = async (office: BenchServer): Promise<void> => {
  const database = new Database(join(office.dataDir, 'backoffice.db'), { readonly: true });
  const cases = [
    { title: 'the first page', query: '', condition: '1 = 1' },
    { title: 'found by a word in few', query: 'query=papyrus', condition: `asset.name like '%papyrus%'` },
    {
      title: 'without alternative text',
      query: 'isMissingAlt=true',
      condition: `(asset.type = 'image' and asset.alt = '')`,
    },
    {
      title: 'too small for their use',
      query: 'isTooSmall=true',
      condition: `asset.type = 'image' and asset.width < 600`,
    },
  ];
  for (const { title, query, condition } of cases) {
    const rows = database.prepare(`select * from asset where ${condition} order by _id desc limit 100`);
    const total = database.prepare(`select count(*) as total from asset where ${condition}`);
    const bare = () => ({ data: rows.all(), total: total.get() });
    const ours = async () =>
      (await (
        await fetch(`${office.url}/v1/asset/?pageSize=100&${query}`, { headers: office.headers })
      ).json()) as Found;
    assert.equal((await ours()).total, (bare().total as Found).total, title);
    await compare({
      title: `100 of ${sizes.library.toLocaleString('en')} files, ${title}`,
      rounds: 15,
      contenders: [
        { name: 'bare queries (the limit)', run: bare },
        { name: 'GET /v1/asset/', run: ours },
      ],
    });
  }
  database.close();
};

/** Runs in the page. Resolves with the milliseconds from the next click until the first pictures are painted. */
const watchClick = () =>
  new Promise<number>((done) => {
    const look = (clickedAt: number) => {
      const images = [...document.querySelectorAll<HTMLImageElement>('[role=option] img')];
      const visible = images.filter((image) => image.getBoundingClientRect().top < innerHeight);
      if (visible.length > 5 && visible.every((image) => image.complete && image.naturalWidth > 0)) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now() - clickedAt);
        port2.postMessage(null);
      } else requestAnimationFrame(() => look(clickedAt));
    };
    addEventListener('click', ({ timeStamp }) => look(timeStamp), { capture: true, once: true });
  });

const openMedia = async (page: Page): Promise<number> => {
  const link = page.getByRole('navigation').getByRole('link', { name: 'Media', exact: true });
  // The pointer of a user rests on the link for a moment, in which the app prefetches.
  await link.hover();
  await page.waitForTimeout(100);
  const time = page.evaluate(watchClick);
  await link.click();
  return time;
};

const measurePage = async (office: BenchServer, executablePath: string): Promise<void> => {
  const browser = await chromium.launch({ executablePath });
  const times = { html: [] as number[], again: [] as number[], first: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const page = await signedInPage(browser, office);
    for (const visit of ['first', 'again'] as const) {
      // The page is idle before each click, as it is while a user reads it.
      await page.waitForTimeout(1500);
      times[visit].push(await openMedia(page));
      const html = await page.evaluate(() => document.body.innerHTML);
      if (visit === 'again') times.html.push(await page.evaluate(showHtml, html));
      else await page.getByRole('navigation').getByRole('link', { name: 'User Manage', exact: true }).click();
    }
    await page.context().close();
  }
  printRatios({
    title: `Media with ${sizes.library.toLocaleString('en')} files: from the click until its pictures are visible (medians of ${rounds})`,
    unit: 'ms',
    rows: [
      { name: 'from its HTML (the limit)', value: median(times.html) },
      { name: 'again', value: median(times.again) },
      { name: 'first visit', value: median(times.first) },
    ],
  });
  await browser.close();
};

await measureMigration();
const { office } = await startWith(sizes.library, ['--web']);
try {
  await measureRequests(office);
  const executablePath = locateChromium();
  if (executablePath) await measurePage(office, executablePath);
  else console.log('\nNo browser: opening the library is not measured');
} finally {
  await office.close();
}
