import { create } from 'zustand';

/** Whether the server accepts nothing before the user has set up two-factor login. */
export const useTwoFactorStore = create<{ isRequired: boolean }>(() => ({ isRequired: false }));

export const requireTwoFactor = (): void => useTwoFactorStore.setState({ isRequired: true });

export const endTwoFactorRequirement = (): void => useTwoFactorStore.setState({ isRequired: false });
