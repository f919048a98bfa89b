import { chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { locateChromium } from '../../scripts/lib/locate.ts';
import { asField } from '../e2e/support/files.ts';
import { routes } from '../support/routes.ts';
import { type BenchServer, startBenchServer } from './support/bench-server.ts';
import { median, printRatios } from './support/measure.ts';
import { signedInPage } from './support/product-pages.ts';
import { callerOf } from './support/stored-product.ts';

/**
 * Measures the time from opening a list of 20 photos until its rows are painted, and until its visible thumbnails are:
 * with renditions that exist, with those that were just uploaded, and again from the cache.
 */
const count = 20;
const rounds = 5;

const makePhoto = (index: number): Promise<Buffer> =>
  sharp({
    create: {
      width: 3000,
      height: 2000,
      channels: 3,
      background: { r: index * 10, g: 90, b: 200 },
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer();

/** Runs in the page. Resolves with the times of the first painted rows and of the last visible thumbnail. */
const watch = () =>
  new Promise<{ rows: number; thumbnails: number }>((done) => {
    let rows = 0;
    const isVisible = (image: Element) => image.getBoundingClientRect().top < innerHeight;
    const look = () => {
      const images = [...document.querySelectorAll<HTMLImageElement>('tbody img')].filter(isVisible);
      if (rows === 0 && document.querySelector('tbody tr[data-row]')) rows = performance.now();
      const isLoaded = images.length > 5 && images.every((image) => image.complete && image.naturalWidth > 0);
      if (isLoaded) done({ rows, thumbnails: performance.now() });
      else requestAnimationFrame(look);
    };
    look();
  });

type Times = { rows: number; thumbnails: number };

const openList = async (page: Page, url: string): Promise<Times> => {
  await page.goto(url + routes.categoryList, { waitUntil: 'commit' });
  return page.evaluate(watch);
};

const print = (title: string, times: readonly Times[]): void =>
  printRatios({
    title,
    unit: 'ms',
    rows: [
      { name: 'rows', value: median(times.map(({ rows }) => rows)) },
      { name: 'thumbnails', value: median(times.map(({ thumbnails }) => thumbnails)) },
    ],
  });

const addPhotos = async (office: BenchServer): Promise<void> => {
  const call = callerOf(office);
  for (let index = 0; index < count; index += 1) {
    const image = asField(`photo-${index}.jpg`, await makePhoto(index));
    await call('POST', '/category/', { name: `Photo ${index}`, image });
  }
};

const executablePath = locateChromium();
if (!executablePath) console.log('\nNo browser: thumbnails are not measured');
else {
  const browser = await chromium.launch({ executablePath });
  const office = await startBenchServer({ args: ['--web'] });
  try {
    await addPhotos(office);
    const [uploaded, stored, again]: [Times[], Times[], Times[]] = [[], [], []];
    for (let round = 0; round <= rounds; round += 1) {
      const page = await signedInPage(browser, office);
      (round === 0 ? uploaded : stored).push(await openList(page, office.url));
      if (round > 0) again.push(await openList(page, office.url));
      await page.context().close();
    }
    print(`${count} photos right after their upload`, uploaded);
    print(`the same later (medians of ${rounds})`, stored);
    print('the same from the cache', again);
  } finally {
    await office.close();
    await browser.close();
  }
}
