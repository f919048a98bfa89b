import { video } from '#shared/resources/video.ts';
import { FormPage, FormSection, StatusSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';

export const VideoForm = () => (
  <FormPage
    resource={video}
    content={
      <FormSection title="Video">
        <ResourceField resource={video} name="name" />
        <ResourceField resource={video} name="description" />
        <ResourceField resource={video} name="videoUrl" />
      </FormSection>
    }
    aside={<StatusSection resource={video} />}
  />
);
