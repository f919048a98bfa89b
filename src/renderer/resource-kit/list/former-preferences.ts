import * as z from 'zod/mini';
import { parseStored } from '../../ui/stored-item.ts';
import { columnSettingsSchema } from './column-menu.tsx';

/** Private views as earlier versions stored them among the settings of a list. */
export const formerViewsSchema = z.array(
  z.object({ id: z.string(), name: z.string(), search: z.string(), columns: z.optional(columnSettingsSchema) }),
);

const formerSchema = z.object({
  columns: columnSettingsSchema,
  widths: z.optional(z.record(z.string(), z.number())),
  views: z.optional(formerViewsSchema),
  defaultViewId: z.optional(z.string()),
  pinnedIds: z._default(z.array(z.string()), []),
});

/** Settings of a list with columns in the shape of earlier versions; undefined for others. */
export const parseFormerPreferences = (text: string | undefined) => parseStored(formerSchema, text);
