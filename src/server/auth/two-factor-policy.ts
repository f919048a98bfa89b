import type { ExpressionBuilder } from 'kysely';
import { z } from 'zod';
import { type TwoFactorRoles, twoFactorRolesSchema } from '#shared/account.ts';
import type { Role } from '#shared/permissions.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import type { Database, Tables } from '../database/tables.ts';

export const twoFactorRolesSetting = 'twoFactorRoles';

const rolesSchema = z
  .string()
  .transform((text) => JSON.parse(text) as unknown)
  .pipe(twoFactorRolesSchema);

const parseRoles = (value: string | null | undefined) => rolesSchema.safeParse(value).data ?? [];

/** Selects what `isTwoFactorMissing` needs to know about a user, within the query for the user. */
export const selectTwoFactorState = (user: ExpressionBuilder<Tables, 'user'>) => [
  user
    .selectFrom('twoFactor')
    .select('twoFactor.confirmedAt')
    .whereRef('twoFactor.userId', '=', 'user._id')
    .as('twoFactorSince'),
  user.selectFrom('setting').select('value').where('setting._id', '=', twoFactorRolesSetting).as('twoFactorRoles'),
];

type TwoFactorState = { role: Role; twoFactorSince: string | null; twoFactorRoles: string | null };

export const isTwoFactorMissing = ({ role, twoFactorSince, twoFactorRoles }: TwoFactorState): boolean =>
  twoFactorSince === null && parseRoles(twoFactorRoles).some((required) => required === role);

/** The roles whose users must use two-factor login. */
export const getTwoFactorRoles = async (database: Database): Promise<TwoFactorRoles> =>
  parseRoles(await readSetting(database, twoFactorRolesSetting));

export const setTwoFactorRoles = (database: Database, roles: TwoFactorRoles): Promise<void> =>
  saveSetting(database, twoFactorRolesSetting, JSON.stringify(roles));

export const isTwoFactorRequired = async (database: Database, role: Role): Promise<boolean> =>
  (await getTwoFactorRoles(database)).some((required) => required === role);
