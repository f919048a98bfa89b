import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';

// A minimal HTTP server: the newest 20 products with category names, variants and attribute values, without settings, tokens,
// limits, schemas or caching.
const [file = ''] = process.argv.slice(2);
const database = new Database(file, { readonly: true });
const products = database.prepare<unknown[], { _id: string; files: string }>(`
  select product._id, product.name, product.sku, product.description, specification, "materialType", product.price, "isBestSeller",
    thumbnail, "thumbnailAlt", product.files, product.slug, product."seoTitle", product."seoDescription", product."seoImage",
    product."seoImageAlt", product.position, product."categoryId", category.name as "categoryName", "subCategoryId",
    "subCategory".name as "subCategoryName", product."createdAt", product."updatedAt"
  from product left join category on category._id = product."categoryId"
  left join "subCategory" on "subCategory"._id = product."subCategoryId"
  where product.status = 'ACTIVE' and (category._id is null or category.status = 'ACTIVE')
    and ("subCategory"._id is null or "subCategory".status = 'ACTIVE')
  order by product._id desc limit 21`);
const ids = 'select value from json_each(?)';
type Variant = { productId: string; images: string; features: string; valueIds: string };
const variants = database.prepare<unknown[], Variant>(`
  select _id, "productId", name, "productName", sku, price, images, features, "valueIds" from "productVariant"
  where "productId" in (${ids}) order by "productId", position`);
const values = database.prepare<unknown[], { _id: string }>(`
  select value._id, value.name, value.color, value.image, attribute._id as "attributeId", attribute.name as "attributeName"
  from "attributeValue" as value join attribute on attribute._id = value."attributeId" where value._id in (${ids})`);
const images = database.prepare<unknown[], { file: string }>(`select * from "imageInfo" where file in (${ids})`);

const parse = (json: string): string[] => JSON.parse(json) as string[];

const server = createServer((request, response) => {
  const page = products.all().slice(0, 20);
  const found = variants.all(JSON.stringify(page.map(({ _id }) => _id)));
  const used = new Set(found.flatMap(({ valueIds }) => parse(valueIds)));
  const known = new Map(values.all(JSON.stringify([...used])).map((value) => [value._id, value]));
  const files = new Set(
    found.flatMap((variant) => (JSON.parse(variant.images) as { file: string }[]).map(({ file }) => file)),
  );
  const infos = new Map(images.all(JSON.stringify([...files])).map((info) => [info.file, info]));
  const data = page.map((product) => ({
    ...product,
    files: JSON.parse(product.files) as unknown,
    variants: found
      .filter(({ productId }) => productId === product._id)
      .map(({ valueIds, images, features, ...variant }) => ({
        ...variant,
        images: (JSON.parse(images) as { file: string }[]).map(({ file }) => {
          const url = `http://${request.headers.host}/site/v1/files/${file}`;
          return { ...infos.get(file), url, srcset: `${url} 1w` };
        }),
        features: parse(features),
        attributeValues: parse(valueIds).map((id) => known.get(id)),
      })),
  }));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data, nextCursor: page.at(-1)?._id }));
});
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })),
);
