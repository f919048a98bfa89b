import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { IconIcns, IconIco } from '@shockpkg/icon-encoder';
import { locateChromium } from './lib/locate.ts';
import { inRoot } from './lib/paths.ts';

const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512];
const windowsSizes = [16, 24, 32, 48, 64, 128, 256];

/** Pixels of each icns type. ic10 to ic14 are for high-density screens. */
const macTypes = {
  ic04: 16,
  ic11: 32,
  ic05: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
};

/** Share of the canvas that macOS leaves to an icon's shape. */
const macShare = 824 / 1024;

type Render = (size: number, share?: number) => Promise<Buffer>;

const withRenderer = async (svg: string, use: (render: Render) => Promise<void>): Promise<void> => {
  const browser = await chromium.launch({ executablePath: locateChromium() ?? undefined });
  try {
    const page = await browser.newPage();
    await use(async (size, share = 1) => {
      await page.setViewportSize({ width: size, height: size });
      const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
      await page.setContent(
        `<body style="margin:0;display:grid;place-content:center;height:100vh">` +
          `<img src="${source}" style="width:${size * share}px;height:${size * share}px">`,
      );
      return page.screenshot({ omitBackground: true });
    });
  } finally {
    await browser.close();
  }
};

export const main = (): Promise<void> =>
  withRenderer(readFileSync(inRoot('build/icon.svg'), 'utf8'), async (render) => {
    rmSync(inRoot('build/icons'), { recursive: true, force: true });
    mkdirSync(inRoot('build/icons'));
    for (const size of linuxSizes) {
      writeFileSync(inRoot(`build/icons/${size}x${size}.png`), await render(size));
    }
    const ico = new IconIco();
    for (const size of windowsSizes) await ico.addFromPng(await render(size));
    writeFileSync(inRoot('build/icon.ico'), ico.encode());

    const icns = new IconIcns();
    icns.toc = true;
    for (const [type, size] of Object.entries(macTypes)) {
      await icns.addFromPng(await render(size, macShare), [type]);
    }
    writeFileSync(inRoot('build/icon.icns'), icns.encode());
  });
