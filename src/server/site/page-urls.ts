import { product } from '#shared/resources/product.ts';
import { findPageAddress, publicResources, type SiteSettings } from '#shared/site.ts';
import type { Row } from '../database/tables.ts';
import { fillPageAddress } from './previews.ts';

/** Returns a function for the addresses of the pages of active products; null without a website that reads them. */
export const createPageUrls = (settings: SiteSettings, { isSiteOn = false } = {}) => {
  const published = publicResources.find(({ name }) => name === product.name);
  const isReadable = (settings.isOn || isSiteOn) && settings.resources.includes(product.name);
  const address = published && isReadable ? findPageAddress(settings, published) : undefined;
  return ({ _id, slug, status = 'ACTIVE' }: Row): string | null =>
    address && status === 'ACTIVE'
      ? fillPageAddress(address, { resource: published?.site.path ?? '', id: String(_id), slug: String(slug) })
      : null;
};
