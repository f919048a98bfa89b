import { toLocalDay } from '#shared/local-day.ts';
import { StartupError } from '../../lib/app-error.ts';
import type { StoreManifest } from './manifest.ts';

/** How many days, weeks, months and years keep their newest backup. */
export type Retention = { unit: keyof typeof periods; count: number }[];

const dayMs = 24 * 60 * 60 * 1000;
/** 5 January 1970 was a Monday. */
const weekOffset = 4 * dayMs;

/** Returns the period that a day belongs to. */
const periods = {
  d: (day: string) => day,
  w: (day: string) => String(Math.floor((Date.parse(day) - weekOffset) / (7 * dayMs))),
  m: (day: string) => day.slice(0, 7),
  y: (day: string) => day.slice(0, 4),
};

const isUnit = (text: string): text is keyof typeof periods => text in periods;

/** Parses a text such as 7d,4w,12m. Throws a `StartupError` if it is wrong. */
export const parseRetention = (text: string, option: string): Retention =>
  text.split(',').map((part) => {
    const [, count = '', unit = ''] = /^\s*([1-9]\d{0,3})([a-z])\s*$/.exec(part) ?? [];
    if (isUnit(unit)) return { unit, count: Number(count) };
    throw new StartupError('Write how many backups to keep like 7d,4w,12m (d, w, m or y)', option);
  });

/**
 * Returns the backups that the rules don't keep. Each rule keeps the newest backup of its last periods that have one, so
 * that a pause doesn't delete old backups. The newest backup is always kept.
 */
export const findExpired = (manifests: readonly StoreManifest[], rules: Retention): StoreManifest[] => {
  const newestFirst = manifests.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  const kept = new Set(newestFirst.slice(0, 1));
  for (const { unit, count } of rules) {
    const seen = new Set<string>();
    for (const manifest of newestFirst) {
      const period = periods[unit](toLocalDay(new Date(manifest.createdAt)));
      if (seen.has(period) || seen.size === count) continue;
      seen.add(period);
      kept.add(manifest);
    }
  }
  return manifests.filter((manifest) => !kept.has(manifest));
};
