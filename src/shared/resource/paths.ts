/** The paths of a resource's screens. `:id` stands for a record's id, any other `:name` for the value of its field. */
export type Paths = {
  list?: string;
  view?: string;
  /** Adds a record; with `/:id`, edits one. */
  form?: string;
  /** Adds a record, where the page that edits one has another path or doesn't exist. */
  add?: string;
  edit?: string;
  /** Screens that no other resource has. */
  [screen: string]: string | undefined;
};

/** The paths with `form` as what it stands for: `add` and `edit`. */
export const screenPaths = ({ form, ...paths }: Paths): Omit<Paths, 'form'> =>
  form === undefined ? paths : { ...paths, add: form, edit: `${form}/:id` };

/** What the router and deep links match: the paths without their queries, each once. */
export const pathnamesOf = (paths: Paths): string[] => [
  ...new Set(Object.values(screenPaths(paths)).flatMap((path) => path?.split('?')[0] ?? [])),
];

const parameter = /:(\w+)/g;

/** The names that a path has parameters for. */
export const parametersOf = (path: string): string[] =>
  [...path.matchAll(parameter)].map(([, name = '']) => name);

/** A path with values in place of its parameters. */
export const fillPath = (path: string, values: Readonly<Record<string, unknown>>): string =>
  path.replace(parameter, (_, name: string) => encodeURIComponent(String(values[name] ?? '')));
