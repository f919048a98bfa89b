import * as z from 'zod/mini';
import { columnSettingsSchema } from './column-menu.tsx';

const formerSchema = z.object({
  columns: z.optional(columnSettingsSchema),
  widths: z.optional(z.record(z.string(), z.number())),
  views: z.array(
    z.object({ id: z.string(), name: z.string(), search: z.string(), columns: z.optional(columnSettingsSchema) }),
  ),
  defaultViewId: z.optional(z.string()),
  pinnedIds: z.optional(z.array(z.string())),
});

/** Settings of a list as earlier versions stored them, with the private views in them; null for those of this version. */
export const parseFormerPreferences = (text: string | null | undefined) => {
  try {
    return formerSchema.safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch {
    return null;
  }
};

export type FormerPreferences = NonNullable<ReturnType<typeof parseFormerPreferences>>;
