import type { SwaggerTransformObject } from '@fastify/swagger';
import { findResource } from '#shared/resources/index.ts';

type Document = { paths?: Record<string, Record<string, { tags?: string[] }>> };

const tagsOf = ({ paths = {} }: Document) => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return [...new Set(operations.flatMap(({ tags = [] }) => tags))].map((name) => {
    const description = findResource(name)?.labelPlural;
    return { name, ...(description && { description }) };
  });
};

export const addTags: SwaggerTransformObject = (given) => {
  if (!('openapiObject' in given)) throw new Error('Only OpenAPI is described');
  const { openapiObject } = given;
  return { ...openapiObject, tags: tagsOf(openapiObject as Document) };
};
