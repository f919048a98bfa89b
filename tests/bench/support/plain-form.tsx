import { memo, useCallback, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { generateVariants } from '../../../src/shared/product/generate-variants.ts';
import { type AttributeWithValues, selectionOf, type VariantDraft } from '../../../src/shared/product/variant-draft.ts';

/**
 * The product form without a virtual sheet, optimized as far as possible: an input per cell, and only the
 * edited row rerenders. It makes the same API calls as the app's form.
 */
type Draft = VariantDraft<{ image: string; order: number }>;
type Loaded = {
  product: { _id: string; name: string; version: number; attributeArr: Draft[] };
  attributes: AttributeWithValues[];
};

const parameters = new URL(location.href).searchParams;
const isEmpty = parameters.has('isEmpty');
const { token } = JSON.parse(localStorage.getItem('AUTH_TOKEN') ?? '{}') as { token: string };

const call = async <Body,>(method: string, path: string, body?: object): Promise<Body> => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(`/v1${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return (await response.json()) as Body;
};

const Row = memo(
  ({
    draft,
    index,
    onEdit,
  }: {
    draft: Draft;
    index: number;
    onEdit: (index: number, changes: Partial<Draft>) => void;
  }) => (
    <tr>
      <td>
        <input type="checkbox" aria-label={`Select ${draft.name}`} />
      </td>
      {(['name', 'productName', 'sku', 'price'] as const).map((column) => (
        <td key={column}>
          <input
            aria-label={`${column} of ${draft.name}`}
            value={draft[column]}
            onChange={({ currentTarget: { value } }) =>
              onEdit(index, { [column]: column === 'price' ? Number(value) : value })
            }
          />
        </td>
      ))}
      <td>
        {draft.imagesArr.map(({ image }) => (
          <img key={image} src={`/uploads/${image}`} alt="" width="24" loading="lazy" />
        ))}
      </td>
      <td>{`${draft.descriptionArr.length} features`}</td>
    </tr>
  ),
);

const Form = ({ product, attributes }: Loaded) => {
  const [name, setName] = useState(product.name);
  const [variants, setVariants] = useState<readonly Draft[]>(isEmpty ? [] : product.attributeArr);
  const edit = useCallback(
    (index: number, changes: Partial<Draft>) =>
      setVariants((all) => all.map((each, at) => (at === index ? { ...each, ...changes } : each))),
    [],
  );
  const generate = () =>
    setVariants(
      generateVariants<Draft>({
        before: { variants: [], removedVariants: [], selection: {} },
        attributes,
        selection: selectionOf(product.attributeArr),
      }).variants,
    );
  const save = () => {
    const attributeArr = variants.map(({ _id, ...draft }) => (_id === null ? draft : { _id, ...draft }));
    return call('PATCH', `/product/updateById/${product._id}`, {
      name,
      attributeArr,
      version: product.version,
    });
  };
  return (
    <form>
      <label>
        Product Name
        <input value={name} onChange={({ currentTarget: { value } }) => setName(value)} />
      </label>
      <button type="button" onClick={generate}>
        Generate
      </button>
      <table aria-label="Variants">
        <tbody>
          {variants.map((draft, index) => (
            <Row
              key={draft.attributeValueArr.map(({ attributeValueId }) => attributeValueId).join(' ')}
              draft={draft}
              index={index}
              onEdit={edit}
            />
          ))}
        </tbody>
      </table>
      <button type="button" onClick={() => void save()}>
        Save
      </button>
    </form>
  );
};

declare global {
  var openProduct: (id: string) => Promise<void>;
}

const root = createRoot(document.body.appendChild(document.createElement('main')));
globalThis.openProduct = async (id) => {
  const [{ data: product }, { data: attributes }] = await Promise.all([
    call<{ data: Loaded['product'] }>('GET', `/product/getById/${id}`),
    call<{ data: Loaded['attributes'] }>('GET', '/attribute/getAttributeWithValue'),
  ]);
  root.render(<Form product={product} attributes={attributes} />);
};
const id = parameters.get('id');
if (id !== null) await openProduct(id);
