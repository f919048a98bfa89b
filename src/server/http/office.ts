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

export const addOffice = (app: App, database: Database): void => {
  addRoute(app, {
    url: 'PATCH /v1/office',
    access: { resource: 'office', action: 'update' },
    summary: 'Change the settings for everyone, which GET /v1/meta returns',
    body: officeSchema,
    response: dataResponseSchema(officeSchema, 'The stored settings'),
    handle: async ({ body }) => {
      await saveSetting(database, currencySetting, body.currency);
      return { message: 'Settings saved', data: body };
    },
  });
};
