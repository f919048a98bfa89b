import { video } from '#shared/resources/video.ts';
import { resourceClient } from '../../resource/client.ts';
import { FormPage, FormSection, StatusSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';

export const VideoForm = () => (
  <FormPage
    client={resourceClient(video)}
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
