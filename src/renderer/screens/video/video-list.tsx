import { video } from '#shared/resources/video.ts';
import { listColumns } from '../../resource/list/columns.tsx';
import { ListPage } from '../../resource/list/list-page.tsx';

const column = listColumns(video);

const columns = [
  column.field('name', { header: 'Name', width: '25%' }),
  column.field('videoUrl', { header: 'Video', width: '16rem' }),
  column.field('description'),
  column.field('status', { width: '8rem' }),
  column.actions({ width: '7.5rem' }),
];

export const VideoList = () => <ListPage resource={video} title="Home Page Video" columns={columns} />;
