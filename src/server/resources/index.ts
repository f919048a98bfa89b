import { findResource } from '#shared/resources/index.ts';

import { buildSchemas, createExtendedOperations, type Extensions, type RevertTarget } from '../records/extension.ts';
import type { OperationsContext, ResourceHooks } from '../records/hooks.ts';
import { attributeExtension } from './attribute/attribute.ts';
import { attributeValueExtension } from './attribute/attribute-value.ts';
import { bannerExtension } from './banner.ts';
import { catalogueExtension } from './catalogue.ts';
import { categoryExtension } from './category.ts';
import { completenessRulesExtension } from './completeness/completeness-rules.ts';
import { giftExtension } from './gift.ts';
import { helpSupportExtension } from './help-support.ts';
import { subCategoryExtension } from './product/hooks.ts';
import { productExtension } from './product/product.ts';
import { userExtension } from './user.ts';

export const extensions: Extensions = {
  attribute: attributeExtension,
  attributeValue: attributeValueExtension,
  banner: bannerExtension,
  catalogue: catalogueExtension,
  category: categoryExtension,
  completenessRules: completenessRulesExtension,
  gift: giftExtension,
  helpSupport: helpSupportExtension,
  product: productExtension,
  subCategory: subCategoryExtension,
  user: userExtension,
};

/** Returns the operations and schemas for undoing changes to a resource; undefined if the resource is unknown. */
export const findRevertTarget = (name: string, context: OperationsContext): RevertTarget | undefined => {
  const resource = findResource(name);
  const extension = extensions[name];
  return (
    resource && {
      resource,
      operations: createExtendedOperations(resource, { context, extension }),
      schemas: buildSchemas(resource, extension),
    }
  );
};

export const getHooks = (resource: string): ResourceHooks => extensions[resource]?.hooks ?? {};
