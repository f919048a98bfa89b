import { dataResponseSchema } from '#shared/api.ts';
import { type Currency, defaultCurrency, isCurrency, officeSchema } from '#shared/office.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import type { Database } from '../database/tables.ts';
import { type App, addRoute } from './route.ts';

const currencySetting = 'currency';

export const readCurrency = async (database: Database): Promise<Currency> => {
  const stored = await readSetting(database, currencySetting);
  return isCurrency(stored) ? stored : defaultCurrency;
};

/**
 * Adds the route for the settings of the office. Returns a function for the current currency, which doesn't wait for the
 * database, because `GET /meta` works during its outages: a change of another server is seen at the second call.
 */
export const addOffice = async (app: App, database: Database): Promise<() => Currency> => {
  let currency: Currency = defaultCurrency;
  const refresh = async () => {
    currency = await readCurrency(database);
  };
  await refresh();
  addRoute(app, {
    url: 'PATCH /v1/office',
    access: { resource: 'office', action: 'update' },
    summary: 'Change the settings for everyone, which GET /v1/meta returns',
    body: officeSchema,
    response: dataResponseSchema(officeSchema, 'The stored settings'),
    handle: async ({ body }) => {
      await saveSetting(database, currencySetting, body.currency);
      currency = body.currency;
      return { message: 'Settings saved', data: body };
    },
  });
  return () => {
    void refresh().catch(() => undefined);
    return currency;
  };
};
