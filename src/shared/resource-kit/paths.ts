/** The paths of a resource's screens. `:id` is a record's id, any other `:name` the value of that field. */
export type Paths = {
  list?: string;
  view?: string;
  /** Adds a record; with `/:id`, edits one. */
  form?: string;
  /** Adds a record, if the edit screen has another path or doesn't exist. */
  add?: string;
  edit?: string;
  [screen: string]: string | undefined;
};

/** Expands `form` to `add` and `edit`. */
export const screenPaths = ({ form, ...paths }: Paths): Omit<Paths, 'form'> =>
  form === undefined ? paths : { ...paths, add: form, edit: `${form}/:id` };

/** The distinct pathnames, without queries, that the router and deep links match. */
export const listPathnames = (paths: Paths): string[] => [
  ...new Set(Object.values(screenPaths(paths)).flatMap((path) => path?.split('?')[0] ?? [])),
];

const parameter = /:(\w+)/g;

export const listParameters = (path: string): string[] => [...path.matchAll(parameter)].map(([, name = '']) => name);

export const fillPath = (path: string, values: Readonly<Record<string, unknown>>): string =>
  path.replace(parameter, (_, name: string) => encodeURIComponent(String(values[name] ?? '')));
