import { makeWorkbook } from '../../src/spreadsheet/test-workbooks.ts';
import { expect, test } from './support/test.ts';

// On the desktop this is the embedded server; in the browser it is the one that `serve` and `web` run.
test.use({ isEmbedded: true });

test('the built server reads workbooks in its worker', async ({ app, page }) => {
  // The browser logs the 4xx response.
  app.watch.allow(/Failed to load resource/);
  await app.load('/');
  const sheets = {
    Products: [['Name', 'SKU', 'Price'], ...[1, 2, 3].map((each) => [`Pen ${each}`, `PEN-${each}`, each + 0.5])],
  };
  const send = (file: Buffer, name: string) =>
    page.evaluate(
      async ([base64, fileName]) => {
        const token = localStorage.getItem('AUTH_TOKEN');
        const headers: Record<string, string> = token ? { authorization: `Bearer ${JSON.parse(token).token}` } : {};
        const form = new FormData();
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        form.set('excel', new Blob([bytes]), fileName);
        const uploaded = await fetch('/v1/product/upload-csv', { method: 'POST', body: form, headers });
        const { message, report } = await uploaded.json();
        const list = await (await fetch('/v1/product/?sort=name', { headers })).json();
        const names = (list.data as { name: string; price: number }[]).map(({ name, price }) => [name, price]);
        return { status: uploaded.status, message, created: report?.create, names };
      },
      [file.toString('base64'), name] as const,
    );
  const stored = [1, 2, 3].map((each) => [`Pen ${each}`, each + 0.5]);
  for (const type of ['xlsx', 'ods'] as const) {
    const { status, names } = await send(makeWorkbook({ sheets, type }), `pens.${type}`);
    expect([type, status, names]).toEqual([type, 200, stored]);
  }
  const csv = await send(Buffer.from('Name,SKU\nPen 1,PEN-1\n'), 'pens.csv');
  expect([csv.status, csv.names]).toEqual([200, stored]);
  const broken = await send(Buffer.from('PK\u0003\u0004 and no more'), 'broken.xlsx');
  expect([broken.status, broken.names]).toEqual([400, stored]);
  expect(broken.message).toMatch(/broken\.xlsx/);
});
