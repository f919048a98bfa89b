import { defaultSiteSettings, type SiteSettings, siteSettingsSchema } from '#shared/site.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import type { Database } from '../database/tables.ts';

export const siteSetting = 'website';

/** Parses stored settings. What an earlier or later version stored and this one doesn't know is left out. */
export const parseSettings = (stored: string | null): SiteSettings => {
  if (stored === null) return defaultSiteSettings;
  const values = JSON.parse(stored) as SiteSettings;
  const resources = defaultSiteSettings.resources.filter((name) => values.resources.includes(name));
  return siteSettingsSchema.parse({ ...defaultSiteSettings, ...values, resources });
};

export const readSettings = async (database: Database): Promise<SiteSettings> =>
  parseSettings(await readSetting(database, siteSetting));

export const saveSettings = (database: Database, settings: SiteSettings): Promise<void> =>
  saveSetting(database, siteSetting, JSON.stringify(settings));
