import { findResource } from '#shared/resources/index.ts';

import { type Extensions, extendedOperations, extendedSchemas, type Undoable } from '../records/extension.ts';
import type { OperationsContext, Rules } from '../records/rules.ts';
import { attributeValueExtension } from './attribute-value.ts';
import { bannerExtension } from './banner.ts';
import { catalogueExtension } from './catalogue.ts';
import { helpSupportExtension } from './help-support.ts';
import { productExtension } from './product/product.ts';
import { subCategoryExtension } from './product/rules.ts';
import { userExtension } from './user.ts';

/** What resources do beyond the pattern, by the name of the resource. */
export const extensions: Extensions = {
  attributeValue: attributeValueExtension,
  banner: bannerExtension,
  catalogue: catalogueExtension,
  helpSupport: helpSupportExtension,
  product: productExtension,
  subCategory: subCategoryExtension,
  user: userExtension,
};

/** How the records of the resource of that name are written, or undefined. */
export const findUndoable = (name: string, context: OperationsContext): Undoable | undefined => {
  const resource = findResource(name);
  const extension = extensions[name];
  return (
    resource && {
      resource,
      operations: extendedOperations(resource, { context, extension }),
      schemas: extendedSchemas(resource, extension),
    }
  );
};

/** What holds for the records of a resource beyond its declaration. */
export const rulesOf = (resource: string): Rules => extensions[resource]?.rules ?? {};
