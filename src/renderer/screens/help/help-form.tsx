import { helpSupport } from '#shared/resources/help-support.ts';
import { routes } from '#shared/routes.ts';
import { resourceClient } from '../../resource/client.ts';
import { FormPage, FormSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';

export const HelpForm = () => (
  <FormPage
    client={resourceClient(helpSupport)}
    listPath={`${routes.helpList}/?status=All`}
    content={
      <FormSection title="Chat">
        <ResourceField resource={helpSupport} name="title" />
        <ResourceField resource={helpSupport} name="guestName" />
        <ResourceField resource={helpSupport} name="email" />
        <ResourceField resource={helpSupport} name="phoneNumber" />
      </FormSection>
    }
    aside={
      <FormSection title="State">
        <ResourceField resource={helpSupport} name="status" />
      </FormSection>
    }
  />
);
