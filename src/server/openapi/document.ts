import type { SwaggerTransformObject } from '@fastify/swagger';
import { findResource } from '#shared/resources/index.ts';
import { addExamples, type Document } from './examples.ts';

const tagsOf = ({ paths = {} }: Document) => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return [...new Set(operations.flatMap(({ tags = [] }) => tags))].map((name) => {
    const description = findResource(name)?.labelPlural;
    return { name, ...(description && { description }) };
  });
};

/** Adds what is seen only when all routes are there: the tags, and an example of everything. */
export const completeDocument: SwaggerTransformObject = (given) => {
  if (!('openapiObject' in given)) throw new Error('Only OpenAPI is described');
  const { openapiObject } = given;
  const document = openapiObject as Document;
  addExamples(document);
  return { ...openapiObject, tags: tagsOf(document) };
};
