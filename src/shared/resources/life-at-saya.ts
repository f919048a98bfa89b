import { defineResource } from '../resource-kit/define-resource.ts';
import { captions, choice, image, status, text, video } from '../resource-kit/fields.ts';

export const lifeAtSaya = defineResource({
  name: 'life-at-saya',
  label: 'Life at the company',
  labelPlural: 'Life at the company',
  titleField: 'name',
  paths: { list: '/FrontendCMS/life-at-saya/list', form: '/FrontendCMS/life-at-saya/add-edit' },
  api: { isIdInBody: true },
  fields: {
    role: choice({
      label: 'Select Tab',
      isRequired: true,
      requiredMessage: 'Select a tab',
      options: [
        { value: 'workspace', label: 'Workspace' },
        { value: 'event_celebration', label: 'Event & Celebration' },
        { value: 'team_stories', label: 'Team Stories' },
      ],
    }),
    name: text({ label: 'Name', isSearchable: true }),
    designation: text({ label: 'Designation', isSearchable: true }),
    image: image({ label: 'Upload Image' }),
    video: video({ label: 'Upload Review' }),
    captions: captions({ captionsOf: 'video' }),
    status: status({ isExtra: true }),
  },
  site: { path: 'life', fields: ['role', 'name', 'designation', 'image', 'video', 'captions'], filters: ['role'] },
});
