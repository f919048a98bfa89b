import { addIdInBodyRoutes } from '../http/resources/id-in-body.ts';
import type { Extension } from '../records/extension.ts';

export const lifeAtSayaExtension: Extension = { routes: addIdInBodyRoutes };
