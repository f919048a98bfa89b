import { banner } from '#shared/resources/banner.ts';
import { listColumns } from '../../resource/list/columns.tsx';
import { ListPage } from '../../resource/list/list-page.tsx';

const column = listColumns(banner);

const columns = [column.banner('imageUrl', { header: 'Banner Image' }), column.actions({ width: '7.5rem' })];

export const BannerList = () => <ListPage resource={banner} columns={columns} />;
