import type { Resource } from './resource/define-resource.ts';
import { isIdField } from './resource/fields.ts';

/** What a column of a spreadsheet can hold. */
export type KnownField = {
  field: string;
  /** The title of the column in a template. */
  title: string;
  /** Other titles that mean the same. */
  aliases?: readonly string[];
};

/** Titles are compared by their letters and digits alone. */
export const plainTitle = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const titleOf = (label: string) => label.replace(/\s+Id$/, '');

const referenceAliases = (name: string) => {
  const base = name.replace(/Id$/, '');
  return [base, `${base} name`];
};

/** The columns of a resource's own fields. A reference goes by the name of what it refers to. */
export const fieldColumns = (resource: Resource): KnownField[] =>
  Object.entries(resource.fields).map(([name, field]) => {
    const isTitle = name === resource.titleField;
    return {
      field: name,
      title: isTitle ? 'Name' : titleOf(field.label),
      aliases: [
        field.label,
        ...(isTitle ? [resource.label] : []),
        ...(isIdField(field) ? referenceAliases(name) : []),
      ],
    };
  });

const attributePrefix = 'attribute:';
const attributeTitle = /^\s*attribute\s*:\s*(.+)$/i;

/** What a column holds whose cells are values of the attribute of that name. */
export const attributeField = (name: string): string => `${attributePrefix}${name.trim()}`;

/** The name of the attribute that a column is for; null where it is for none. */
export const attributeOf = (field: string): string | null =>
  field.startsWith(attributePrefix) ? field.slice(attributePrefix.length) : null;

/** What the title of a column says that it holds; null where that is nothing known. */
export const fieldOfTitle = (
  title: string,
  { fields, hasAttributes = false }: { fields: readonly KnownField[]; hasAttributes?: boolean },
): string | null => {
  const attribute = attributeTitle.exec(title)?.[1];
  if (hasAttributes && attribute) return attributeField(attribute);
  const wanted = plainTitle(title);
  const known = fields.find(({ field, title: own, aliases = [] }) =>
    [field, own, ...aliases].some((name) => plainTitle(name) === wanted),
  );
  return known?.field ?? null;
};
