import { useSearchParams } from 'react-router-dom';
import { user } from '#shared/resources/user.ts';
import { PersonalDataCard } from '../../resource-kit/personal-data/personal-data-card.tsx';
import { ViewPage } from '../../resource-kit/view-page.tsx';
import { AdminsOnlyNote } from './admins-only-note.tsx';
import { OneTimeCode } from './one-time-code.tsx';
import { TwoFactorReset } from './two-factor-reset.tsx';
import { canSignIn } from './user-body.ts';

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
      values={[...visibleFields, { name: 'status', isSwitch: true }]}
    >
      {(record) => (
        <>
          <OneTimeCode record={record} />
          {canSignIn(record.role) && <TwoFactorReset target={record} />}
          <AdminsOnlyNote />
          <PersonalDataCard user={record} />
        </>
      )}
    </ViewPage>
  );
};
