const resourceNames = new Set<string>();

/** Marks a resource whose form has more than its fields, so that a dialog can't show it. */
export const markOwnForm = (resourceName: string): void => {
  resourceNames.add(resourceName);
};

export const hasOwnForm = (resourceName: string): boolean => resourceNames.has(resourceName);
