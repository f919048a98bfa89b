import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generatePath } from 'react-router-dom';
import { inRoot } from '../../scripts/lib/paths.ts';
import { fillPath } from '../../src/shared/resource-kit/paths.ts';
import { asset } from '../../src/shared/resources/asset.ts';
import { extraRoutes } from '../../src/shared/routes.ts';
import type { Api } from '../e2e/support/api.ts';
import { fillRoute, type Ids } from '../e2e/support/records.ts';
import { routes } from '../support/routes.ts';
import { takePicture, test } from './support.ts';

const folder = inRoot('docs/screens');

const resourceOf: Record<string, string> = {
  help: 'helpSupport',
  blog: 'blogs',
  brand: 'brandsPage',
  life: 'life-at-saya',
};

const resourceNames = [
  ...['user', 'help', 'category', 'attribute', 'notification', 'subCategory', 'attributeValue', 'product', 'faq'],
  ...['about', 'video', 'contact', 'gift', 'terms', 'privacy', 'blog', 'catalogue', 'brand', 'banner', 'life'],
  ...['opportunity', 'asset'],
];

const sampleIds = async (api: Api): Promise<Ids> => {
  const [admin] = await api.list('user');
  await api.create('notification', { userId: admin?._id, name: 'The spring catalogue is out' });
  const ids: Ids = {};
  for (const name of resourceNames) {
    const [first] = await api.list(resourceOf[name] ?? name);
    if (first) ids[name] = first._id;
  }
  const [subCategory] = await api.list('subCategory');
  const [attributeValue] = await api.list('attributeValue');
  return {
    ...ids,
    category: String(subCategory?.categoryId ?? ids.category),
    attribute: String(attributeValue?.attributeId ?? ids.attribute),
  };
};

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

for (const scheme of ['light', 'dark'] as const) {
  test(scheme, async ({ app, page, api, browser }) => {
    await mkdir(folder, { recursive: true });
    await page.evaluate((value) => localStorage.setItem('mantine-color-scheme-value', value), scheme);
    const ids = await sampleIds(api);
    await page.mouse.move(0, 0);
    const addresses = {
      ...Object.fromEntries(Object.entries(routes).map(([name, path]) => [name, fillRoute(name, path, ids)])),
      home: extraRoutes.home,
      history: generatePath(extraRoutes.history, {
        resource: 'notification',
        recordId: ids.notification ?? '',
      }),
      trash: extraRoutes.trash,
      audit: extraRoutes.audit,
      account: extraRoutes.account,
      website: extraRoutes.website,
      makeCatalogue: extraRoutes.makeCatalogue,
      catalogueChanges: extraRoutes.catalogueChanges,
      printLabels: extraRoutes.printLabels,
      media: asset.paths.list,
      mediaView: fillPath(asset.paths.view, { id: String(ids.asset) }),
      mediaPhotos: asset.paths.import,
    };
    for (const [name, address] of Object.entries(addresses)) {
      await test.step(name, async () => {
        await app.load(address);
        await writeFile(join(folder, `${kebab(name)}-${scheme}.webp`), await takePicture(browser, page));
      });
    }
  });
}
