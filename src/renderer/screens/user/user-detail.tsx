import { useSearchParams } from 'react-router-dom';
import { user } from '#shared/resources/user.ts';
import { StatusToggle, Value, ValueGrid, ViewPage } from '../../resource-kit/view-page.tsx';
import { AdminsOnlyNote } from './admins-only-note.tsx';

const visibleFields = [
  ...(['name', 'email', 'phone', 'countryId'] as const),
  ...(['regionId', 'stateId', 'cityId', 'locationId'] as const),
];

export const UserDetail = () => {
  const [search] = useSearchParams();
  const role = search.get('role');
  return (
    <ViewPage
      resource={user}
      title={`${role ?? 'User'} Details`}
      listPath={`${user.paths.list}/?role=${role ?? 'All'}`}
      note={<AdminsOnlyNote />}
    >
      <ValueGrid>
        {visibleFields.map((name) => (
          <Value key={name} name={name} />
        ))}
        <StatusToggle />
      </ValueGrid>
    </ViewPage>
  );
};
