import type { Extension } from '../resource/extension.ts';
import { addIdInBodyRoutes } from './id-in-body.ts';

export const opportunityExtension: Extension = { routes: addIdInBodyRoutes };
