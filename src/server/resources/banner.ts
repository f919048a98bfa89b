import { validationError } from '../lib/app-error.ts';
import type { Extension } from '../records/extension.ts';

export const bannerExtension: Extension = {
  operations: (standard) => ({
    ...standard,
    listOptions: async () => {
      throw validationError([{ field: 'forSelect', message: 'Banners have no select list' }]);
    },
  }),
};
