import { product } from '#shared/resources/product.ts';
import { uploadPath } from '#shared/uploads.ts';
import { Labelled, ResourceValue, StatusValue, ValueGrid, ViewPage } from '../../resource/view-page.tsx';
import { Thumbnail } from '../../ui/image-preview.tsx';
import { imageOfProduct } from './product-image.ts';

const ProductImage = ({ image }: { image: string | null }) => (
  <Labelled label="Image">
    {image === null ? (
      'No Image'
    ) : (
      <Thumbnail picture={{ src: uploadPath(image), label: 'Image' }} shape="whole" />
    )}
  </Labelled>
);

export const ProductView = () => (
  <ViewPage resource={product}>
    {(record) => (
      <>
        <ValueGrid>
          <ResourceValue resource={product} name="name" label="Name" record={record} />
          <ResourceValue resource={product} name="price" record={record} />
          <StatusValue resource={product} record={record} />
        </ValueGrid>
        <ResourceValue resource={product} name="description" record={record} />
        <ProductImage image={imageOfProduct(record)} />
      </>
    )}
  </ViewPage>
);
