import type { Extension } from '../../records/extension.ts';
import { noteRulesChange } from './rescore.ts';

/** A change of the rules changes the scores of products, after it is committed. */
export const completenessRulesExtension: Extension = {
  hooks: {
    afterWrite: async () => noteRulesChange(),
    beforeDelete: async () => noteRulesChange(),
  },
};
