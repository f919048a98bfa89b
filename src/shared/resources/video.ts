import { defineResource } from '../resource-kit/define-resource.ts';
import { captions, status, text, video as videoFile } from '../resource-kit/fields.ts';

export const video = defineResource({
  name: 'video',
  label: 'Video',
  titleField: 'name',
  paths: { list: '/FrontendCMS/Video/VideoList', form: '/FrontendCMS/Video/VideoAddEdit' },
  fields: {
    name: text({ label: 'Video Name', isRequired: true, isSearchable: true }),
    description: text({ label: 'Description', isMultiline: true, isSearchable: true }),
    videoUrl: videoFile({ label: 'Attach Video', isRequired: true }),
    captions: captions({ captionsOf: 'videoUrl' }),
    status: status(),
  },
  site: { path: 'videos', fields: ['name', 'description', 'videoUrl', 'captions'] },
});
